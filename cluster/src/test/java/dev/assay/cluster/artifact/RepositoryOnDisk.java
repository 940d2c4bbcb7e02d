package dev.assay.cluster.artifact;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Objects;
import java.util.stream.Stream;

record RepositoryOnDisk(Path folder) {
    /** Adds a jar whose content is its own name; dependencies are {@code group:artifact:version}. */
    void add(String coordinates, String... dependencies) throws IOException {
        add("", coordinates, dependencies);
    }

    /** Adds a jar whose POM names another repository. */
    void addNaming(Path other, String coordinates, String... dependencies) throws IOException {
        add(
                "<repositories><repository><id>other</id><url>" + other.toUri() + "</url></repository></repositories>",
                coordinates,
                dependencies);
    }

    private void add(String repositories, String coordinates, String... dependencies) throws IOException {
        Coordinates parsed = Coordinates.parse(coordinates);
        StringBuilder pom = new StringBuilder("<project><modelVersion>4.0.0</modelVersion>");
        identity(pom, parsed);
        pom.append(repositories).append("<dependencies>");
        for (String dependency : dependencies) {
            pom.append("<dependency>");
            identity(pom, Coordinates.parse(dependency));
            pom.append("</dependency>");
        }
        pom.append("</dependencies></project>");
        write(parsed, ".pom", pom.toString());
        write(parsed, ".jar", coordinates);
    }

    void index(String group, String artifact, String... versions) throws IOException {
        Path file = folder.resolve(group.replace('.', '/')).resolve(artifact).resolve("maven-metadata.xml");
        String content = "<metadata><groupId>" + group + "</groupId><artifactId>" + artifact
                + "</artifactId><versioning><versions><version>" + String.join("</version><version>", versions)
                + "</version></versions></versioning></metadata>";
        Files.writeString(file, content);
        Files.writeString(file.resolveSibling(file.getFileName() + ".sha1"), sha1(content));
    }

    void replace(String coordinates, String content) throws IOException {
        write(Coordinates.parse(coordinates), ".jar", content);
    }

    static void deleteFolderOf(Path file) throws IOException {
        deleteFolder(Objects.requireNonNull(file.getParent()));
    }

    static void deleteFolder(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    Path file(String coordinates, String ending) {
        Coordinates c = Coordinates.parse(coordinates);
        return folder.resolve(c.group().replace('.', '/'))
                .resolve(c.artifact())
                .resolve(c.version())
                .resolve(c.artifact() + "-" + c.version() + ending);
    }

    private static void identity(StringBuilder pom, Coordinates c) {
        pom.append("<groupId>" + c.group() + "</groupId><artifactId>" + c.artifact() + "</artifactId><version>"
                + c.version() + "</version>");
    }

    private void write(Coordinates c, String ending, String content) throws IOException {
        Path file = file(c.toString(), ending);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        Files.writeString(file.resolveSibling(file.getFileName() + ".sha1"), sha1(content));
    }

    private static String sha1(String content) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-1");
            return HexFormat.of().formatHex(digest.digest(content.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
