package dev.assay.architecture.text;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The text files of a project, without what the build makes, runs leave behind, and editors keep. */
public final class ProjectTree {
    private static final Set<String> FOLDERS_LEFT_OUT = Set.of("target", "runs", "fixture");
    private static final Set<String> HIDDEN_FOLDERS_KEPT = Set.of(".ci", ".github", ".mvn");
    private static final Set<String> NOT_OURS = Set.of("mvnw", "mvnw.cmd");
    private static final Set<String> TEXT_ENDINGS = Set.of(
            "java",
            "xml",
            "md",
            "yaml",
            "yml",
            "json",
            "csv",
            "properties",
            "proto",
            "sh",
            "html",
            "css",
            "js",
            "txt",
            "config",
            "jte",
            "awk");
    private static final int WHOLE_FILE_BYTES = 2_000_000;

    private final Path root;
    private final List<TextFile> files;

    private ProjectTree(Path root, List<TextFile> files) {
        this.root = root;
        this.files = files;
    }

    /** The project that this test belongs to: the nearest folder above with a Maven wrapper. */
    public static ProjectTree ofThisProject() {
        return ThisProject.TREE;
    }

    private static final class ThisProject {
        static final ProjectTree TREE = of(root());

        private static Path root() {
            Path folder = Path.of("").toAbsolutePath();
            while (!Files.exists(folder.resolve("mvnw"))) {
                folder = folder.getParent();
                if (folder == null) {
                    throw new IllegalStateException("no folder above the working directory holds mvnw");
                }
            }
            return folder;
        }
    }

    /** The text files below a folder. */
    public static ProjectTree of(Path root) {
        List<TextFile> files = new ArrayList<>();
        try {
            Files.walkFileTree(root, new Collector(root, files));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        files.sort((a, b) -> a.path().compareTo(b.path()));
        return new ProjectTree(root, List.copyOf(files));
    }

    public List<TextFile> files() {
        return files;
    }

    /** The Java sources. */
    public List<TextFile> javaFiles() {
        return files.stream().filter(file -> file.isOneOf(".java")).toList();
    }

    /** Whether the path leads to a file or folder of the project, text or not. */
    public boolean has(String path) {
        return Files.exists(root.resolve(path));
    }

    /** The text of a file; empty where there is none, so that what it should say is missing. */
    public String text(String path) {
        return files.stream()
                .filter(file -> file.path().equals(path))
                .map(TextFile::text)
                .findFirst()
                .orElse("");
    }

    /** Gathers the text files on a walk. */
    private static final class Collector extends SimpleFileVisitor<Path> {
        private final Path root;
        private final List<TextFile> files;

        Collector(Path root, List<TextFile> files) {
            this.root = root;
            this.files = files;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = folder.getFileName().toString();
            boolean hidden = name.startsWith(".") && !HIDDEN_FOLDERS_KEPT.contains(name);
            return !folder.equals(root) && (hidden || FOLDERS_LEFT_OUT.contains(name))
                    ? FileVisitResult.SKIP_SUBTREE
                    : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            String name = file.getFileName().toString();
            if (attributes.size() <= WHOLE_FILE_BYTES && !NOT_OURS.contains(name) && isText(name)) {
                String path = root.relativize(file).toString().replace('\\', '/');
                files.add(new TextFile(path, Files.readString(file, StandardCharsets.UTF_8)));
            }
            return FileVisitResult.CONTINUE;
        }

        /** Files without an ending are scripts and licences. */
        private static boolean isText(String name) {
            int dot = name.lastIndexOf('.');
            return dot < 0 || TEXT_ENDINGS.contains(name.substring(dot + 1));
        }
    }
}
