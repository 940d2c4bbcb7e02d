package dev.assay.architecture.text;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Holds a project's text files by their paths below its root, without files that builds and runs leave behind. */
public record ProjectTree(Path root, Map<String, String> files) {
    private static final Set<String> FOLDERS_LEFT_OUT = Set.of("target", "runs", "fixture");
    private static final Set<String> HIDDEN_FOLDERS_KEPT = Set.of(".ci", ".mvn");
    private static final Set<String> NOT_OURS = Set.of("mvnw", "mvnw.cmd");
    private static final int WHOLE_FILE_BYTES = 2_000_000;

    /** Matches the names of text files; scripts and licences have no extension. */
    private static final String TEXT =
            "[^.]+|.*\\.(java|xml|md|ya?ml|json|csv|properties|proto|sh|html|css|js|txt|config|jte|awk)";

    /** Returns the project of this test, which is the folder above the working directory. */
    public static ProjectTree ofThisProject() {
        return ThisProject.TREE;
    }

    private static final class ThisProject {
        static final ProjectTree TREE = of(Path.of("..").toAbsolutePath().normalize());
    }

    static ProjectTree of(Path root) {
        Map<String, String> files = new TreeMap<>();
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
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
                    if (attributes.size() <= WHOLE_FILE_BYTES && !NOT_OURS.contains(name) && name.matches(TEXT)) {
                        files.put(root.relativize(file).toString(), Files.readString(file));
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ProjectTree(root, files);
    }

    /** Returns the text of a file; empty where there is none, so that its expected content is reported as missing. */
    public String text(String path) {
        return files.getOrDefault(path, "");
    }
}
