//! Repositories that git never made. Nothing computes the names of their objects, so that any names will do.

use miniz_oxide::deflate::compress_to_vec_zlib as deflate;

use super::*;

/// As large as an object that is read may be.
const LARGE: usize = 16 << 20;

const COMMIT: [u8; 20] = [1; 20];
const ROOT: [u8; 20] = [2; 20];
const FOLDER: [u8; 20] = [3; 20];
const FILE: [u8; 20] = [4; 20];

const BLOB: u8 = 3;
const OFFSET_DELTA: u8 = 6;
const NAME_DELTA: u8 = 7;

fn hex(name: [u8; 20]) -> String {
    name.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn in_every_way(tree: &Tree, limits: Limits) {
    for flag in ["--changed", "--staged"] {
        run(tree, ["check", flag], limits);
    }
    check_within(tree, "concise", limits);
}

/// A repository whose last commit has a file of hooks, with these objects and no others.
fn repository(objects: &[([u8; 20], &str, Vec<u8>)]) -> Tree {
    let commit = format!("tree {}\n\n", hex(ROOT)).into_bytes();
    let root = [b"40000 .cursor\0".as_slice(), &FOLDER].concat();
    let folder = [b"100644 hooks.json\0".as_slice(), &FILE].concat();
    let usual = [(COMMIT, "commit", commit), (ROOT, "tree", root), (FOLDER, "tree", folder)];
    let tree = Tree::new()
        .file(".cursor/hooks.json", one_command(".cursor/x.sh"))
        .script(".cursor/x.sh", "#!/bin/sh\n")
        .file(".git/HEAD", "ref: refs/heads/main\n")
        .file(".git/refs/heads/main", hex(COMMIT))
        .folder(".git/objects/pack");
    let is_given = |name: &[u8; 20]| objects.iter().any(|(given, _, _)| given == name);
    let others = usual.iter().filter(|(name, _, _)| !is_given(name));
    others.chain(objects).fold(tree, |tree, (name, kind, bytes)| loose(tree, *name, kind, bytes))
}

fn loose(tree: Tree, name: [u8; 20], kind: &str, bytes: &[u8]) -> Tree {
    let hex = hex(name);
    let whole = [format!("{kind} {}\0", bytes.len()).as_bytes(), bytes].concat();
    tree.file(&format!(".git/objects/{}/{}", &hex[..2], &hex[2..]), deflate(&whole, 6))
}

/// An entry of a pack: its kind and length, what stands before its bytes, and those.
fn entry(kind: u8, base: &[u8], bytes: &[u8]) -> Vec<u8> {
    let mut length = bytes.len();
    let mut head = vec![kind << 4 | (length & 0x0f) as u8];
    length >>= 4;
    while length > 0 {
        *head.last_mut().expect("a byte") |= 0x80;
        head.push((length & 0x7f) as u8);
        length >>= 7;
    }
    [head.as_slice(), base, &deflate(bytes, 6)].concat()
}

/// How far before a delta its base lies.
fn distance(mut value: usize) -> Vec<u8> {
    let mut bytes = vec![(value & 0x7f) as u8];
    while value > 0x7f {
        value = (value >> 7) - 1;
        bytes.insert(0, 0x80 | (value & 0x7f) as u8);
    }
    bytes
}

fn number(mut value: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let more = value > 0x7f;
        bytes.push((value & 0x7f) as u8 | if more { 0x80 } else { 0 });
        value >>= 7;
        if !more {
            return bytes;
        }
    }
}

/// A delta that copies all of its base.
fn copy(length: usize) -> Vec<u8> {
    let mut delta = [number(length), number(length)].concat();
    let mut at = 0;
    while at < length {
        let part = (length - at).min(0xff_ffff);
        delta.push(0xff);
        delta.extend(&(at as u32).to_le_bytes());
        delta.extend(&(part as u32).to_le_bytes()[..3]);
        at += part;
    }
    delta
}

/// The index of a pack: names, sorted, and the places of their entries.
fn pack_index(mut places: Vec<([u8; 20], u32)>) -> Vec<u8> {
    places.sort_unstable();
    let mut bytes = vec![0xff, b't', b'O', b'c', 0, 0, 0, 2];
    for first in 0..=255_u8 {
        let count = places.iter().filter(|(name, _)| name[0] <= first).count();
        bytes.extend((count as u32).to_be_bytes());
    }
    bytes.extend(places.iter().flat_map(|(name, _)| name));
    bytes.extend(places.iter().flat_map(|_| [0; 4]));
    bytes.extend(places.iter().flat_map(|(_, place)| place.to_be_bytes()));
    bytes.extend([0; 40]);
    bytes
}

fn packed(tree: Tree, entries: &[([u8; 20], Vec<u8>)]) -> Tree {
    let mut pack = b"PACK\0\0\0\x02\0\0\0\0".to_vec();
    let mut places = Vec::new();
    for (name, bytes) in entries {
        places.push((*name, pack.len() as u32));
        pack.extend(bytes);
    }
    tree.file(".git/objects/pack/pack-x.pack", pack).file(".git/objects/pack/pack-x.idx", pack_index(places))
}

/// The name of one of very many objects.
fn nth(n: usize) -> [u8; 20] {
    let mut name = [9; 20];
    name[1..9].copy_from_slice(&n.to_be_bytes());
    name
}

#[test]
fn the_fixtures_are_repositories_that_are_read() {
    let text = one_command(".cursor/x.sh").into_bytes();
    let same = repository(&[(FILE, "blob", text.clone())]);
    assert!(run(&same, ["check", "--changed"], Limits::SMALL).stdout.contains("no findings"));
    let offset = entry(BLOB, &[], &text).len();
    let delta = entry(OFFSET_DELTA, &distance(offset), &copy(text.len()));
    let packed = packed(repository(&[]), &[(nth(0), entry(BLOB, &[], &text)), (FILE, delta)]);
    let ran = run(&packed, ["check", "--changed"], Limits::SMALL);
    assert!(ran.stdout.contains("no findings") && !ran.stderr.contains("error"), "{}", ran.transcript());
}

#[test]
fn a_long_chain_of_deltas_of_a_large_file() {
    let mut entries = vec![(nth(0), entry(BLOB, &[], &vec![0; LARGE]))];
    for n in 1..4_000 {
        let before = entries[n - 1].1.len();
        entries.push((nth(n), entry(OFFSET_DELTA, &distance(before), &copy(LARGE))));
    }
    entries.last_mut().expect("an entry").0 = FILE;
    in_every_way(&packed(repository(&[]), &entries), Limits::MEDIUM);
}

#[test]
fn deltas_that_unpack_to_a_thousand_times_their_size() {
    // Copies one byte at a time, so that the delta itself is large and packs well.
    let head = [number(LARGE), number(LARGE / 8)].concat();
    let delta: Vec<u8> = head.into_iter().chain([0x91, 0, 1].repeat(LARGE / 8)).collect();
    let mut entries = vec![(nth(0), entry(BLOB, &[], &vec![0; LARGE]))];
    for n in 1..600 {
        entries.push((nth(n), entry(NAME_DELTA, &nth(n - 1), &delta)));
    }
    entries.last_mut().expect("an entry").0 = FILE;
    in_every_way(&packed(repository(&[]), &entries), Limits::MEDIUM);
}

#[test]
fn deltas_that_rest_on_one_another() {
    let entries =
        [(FILE, entry(NAME_DELTA, &nth(1), &copy(10))), (nth(1), entry(NAME_DELTA, &FILE, &copy(10)))];
    in_every_way(&packed(repository(&[]), &entries), Limits::SMALL);
}

#[test]
fn objects_that_unpack_to_more_than_is_read() {
    for name in [COMMIT, ROOT, FOLDER, FILE] {
        for kind in ["commit", "tree", "blob"] {
            in_every_way(&repository(&[(name, kind, vec![b' '; LARGE + 1])]), Limits::MEDIUM);
            in_every_way(&repository(&[(name, kind, vec![b'1'; LARGE])]), Limits::MEDIUM);
        }
    }
}

#[test]
fn a_large_folder_that_very_many_files_are_looked_up_in() {
    let names = if cfg!(debug_assertions) { 500 } else { 2_000 };
    let mut folder: Vec<u8> =
        (0..200_000).flat_map(|n| [format!("100644 {n}\0").as_bytes(), &FILE].concat()).collect();
    folder.extend([b"40000 .cursor\0".as_slice(), &FOLDER].concat());
    let hooks = entries(names, |n| format!("{{ \"command\": \"./{n}.sh\" }}"));
    let tree =
        repository(&[(ROOT, "tree", folder)]).file(".cursor/hooks.json", hooks_file(&[("stop", hooks)]));
    let tree = (0..names).fold(tree, |tree, n| tree.script(&format!("{n}.sh"), "#!/bin/sh\n"));
    in_every_way(&tree, Limits::MEDIUM);
}

#[test]
fn references_that_name_one_another() {
    let tree = repository(&[])
        .file(".git/refs/heads/main", "ref: refs/heads/other\n")
        .file(".git/refs/heads/other", "ref: refs/heads/main\n");
    in_every_way(&tree, Limits::SMALL);
    in_every_way(&repository(&[]).file(".git/HEAD", "ref: ../../../../etc/passwd\n"), Limits::SMALL);
    in_every_way(&repository(&[]).file(".git/HEAD", "ref: /etc/passwd\n"), Limits::SMALL);
}

#[test]
fn stores_that_borrow_from_one_another() {
    let lines = "../objects\n.\n../objects/../objects\n".repeat(50_000);
    in_every_way(&repository(&[]).file(".git/objects/info/alternates", lines), Limits::SMALL);
    let own = (0..100_000).map(|n| format!("../o{n}\n")).collect::<String>();
    in_every_way(&repository(&[]).file(".git/objects/info/alternates", own), Limits::SMALL);
}

#[test]
fn very_many_and_very_large_indexes_of_packs() {
    let tree = (0..2_000).fold(repository(&[]), |tree, n| {
        tree.file(&format!(".git/objects/pack/pack-{n}.idx"), pack_index(vec![(nth(n), 12)]))
    });
    in_every_way(&tree, Limits::MEDIUM);
    // As long as an index of so many objects is; all but its head is a hole.
    let count: u32 = 14_000_000;
    let mut head = vec![0xff, b't', b'O', b'c', 0, 0, 0, 2];
    head.extend([count.to_be_bytes(); 256].concat());
    let tree = (0..8).fold(repository(&[]), |tree, n| {
        let path = format!(".git/objects/pack/pack-{n}.idx");
        let length = 8 + 1024 + u64::from(count) * 28 + 40;
        let tree = tree.sparse(&path, length);
        let file = std::fs::File::options().write(true).open(tree.path().join(&path));
        file.and_then(|mut file| std::io::Write::write_all(&mut file, &head)).expect("the disk takes it");
        tree
    });
    in_every_way(&tree, Limits::SMALL);
}

/// An index of version 4, in which every name repeats the one before it and adds a letter.
fn names_that_grow(count: u32) -> Vec<u8> {
    let mut index = [b"DIRC".as_slice(), &4_u32.to_be_bytes(), &count.to_be_bytes()].concat();
    for _ in 0..count {
        let mut stat = [0; 40];
        stat[24..28].copy_from_slice(&0o100_644_u32.to_be_bytes());
        index.extend(stat);
        index.extend(FILE);
        index.extend([0x0f, 0xff, 0, b'a', 0]);
    }
    index.extend([0; 20]);
    index
}

#[test]
fn an_index_whose_names_unpack_to_the_square_of_its_size() {
    in_every_way(&repository(&[]).file(".git/index", names_that_grow(200_000)), Limits::MEDIUM);
}

#[test]
fn an_index_that_promises_more_than_it_has() {
    let head = |version: u32, count: u32| {
        [b"DIRC".as_slice(), &version.to_be_bytes(), &count.to_be_bytes()].concat()
    };
    for version in 0..6 {
        in_every_way(&repository(&[]).file(".git/index", head(version, u32::MAX)), Limits::SMALL);
    }
}

#[test]
fn ignore_files_that_are_to_take_for_ever() {
    let scripts = if cfg!(debug_assertions) { 200 } else { 2_000 };
    let hooks =
        entries(scripts, |n| format!("{{ \"command\": \".cursor/hooks/{n}-{}.sh\" }}", "a".repeat(200)));
    for line in ["*a*a*a*a*a*a*b\n", "a\n", "**/a/**/b/**\n", "[!b]*[!c]*x\n", "!*\n", "\\\n", "[a-\n"] {
        let text = line.repeat((1 << 20) / line.len());
        let tree = Tree::new()
            .file(".cursor/hooks.json", hooks_file(&[("stop", hooks.clone())]))
            .file(".gitignore", &text)
            .file(".cursor/.gitignore", &text)
            .folder(".git");
        let tree = (0..scripts).fold(tree, |tree, n| {
            tree.script(&format!(".cursor/hooks/{n}-{}.sh", "a".repeat(200)), "#!/bin/sh\n")
        });
        check_within(&tree, "concise", Limits::MEDIUM);
    }
    // One line of a megabyte.
    for line in ["*a".repeat(1 << 19), "[a]".repeat(1 << 18), "?".repeat(1 << 20), "**/".repeat(1 << 18)] {
        let tree = Tree::new()
            .file(".cursor/hooks.json", one_command(".cursor/x.sh"))
            .script(".cursor/x.sh", "#!/bin/sh\n")
            .file(".gitignore", &line);
        check_within(&tree, "concise", Limits::MEDIUM);
    }
}

#[test]
fn a_file_in_the_place_of_the_repository_names_no_other_tree() {
    let outside = Tree::new().file("HEAD", "secret-of-another\n").file("index", "secret-of-another\n");
    for target in
        [outside.path().display().to_string(), "/dev".to_owned(), ".".to_owned(), "../..".to_owned()]
    {
        let tree = Tree::new()
            .file(".cursor/hooks.json", one_command(".cursor/x.sh"))
            .file(".git", format!("gitdir: {target}\n"));
        for flag in ["--changed", "--staged", "--pedantic"] {
            let ran = run(&tree, ["check", flag], Limits::SMALL);
            assert!(!ran.transcript().contains("secret-of-another"), "{}", ran.transcript());
        }
    }
}
