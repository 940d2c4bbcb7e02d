package dev.assay.e2e;

import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.jvm.ClassArchive;
import dev.assay.testing.jdk.QuickJdk;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Starts the program in a folder of its own with its own cache, which shares only downloaded files with others. */
final class AssayProgram {
    /** Ends the names of secrets' files. */
    static final String SECRET = ".secret";

    /** Limits the wait for a process; one that takes longer is defective however busy the machine is. */
    static final Duration PATIENCE = Duration.ofMinutes(4);

    /** Contains the installation that was just built. */
    static final Path DIST =
            Path.of(System.getProperty("assay.dist")).toAbsolutePath().normalize();
    /** Contains the installation's scenarios and studies. */
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();

    /** Names the property that lets servers and workers take little of the machine in tests that check no measured values. */
    private static final String QUICK = "assay.e2e.quick";

    private static final Path USERS_CACHE = System.getenv("ASSAY_CACHE") == null
            ? Path.of(System.getProperty("user.home"), ".cache", "assay")
            : Path.of(System.getenv("ASSAY_CACHE"));

    private final Path folder;
    private final Map<String, String> environment = new TreeMap<>();
    private final List<String> wrapper = new ArrayList<>();
    private Optional<Path> ownArchive = Optional.empty();
    private Path dist = DIST;
    private boolean quick = Boolean.getBoolean(QUICK);
    private int started;

    private AssayProgram(Path folder) {
        this.folder = folder;
    }

    /** Returns the program with all files that were downloaded before. */
    static AssayProgram in(Path folder) throws IOException {
        AssayProgram assay = withEmptyCache(folder);
        for (String shared : List.of("repository", "classpaths", "archives", "digests")) {
            Path target = Files.createDirectories(USERS_CACHE.resolve(shared)).toRealPath();
            Files.createSymbolicLink(assay.cache().resolve(shared), target);
        }
        return assay;
    }

    static AssayProgram withEmptyCache(Path folder) throws IOException {
        AssayProgram assay = new AssayProgram(folder.toRealPath());
        Files.createDirectories(assay.cache());
        return assay.with("ASSAY_CACHE", assay.cache().toString());
    }

    /** Returns the folder of artifacts that all tests share, in the layout of a Maven repository. */
    static Path sharedRepository() throws IOException {
        return USERS_CACHE.resolve("repository").toRealPath();
    }

    AssayProgram with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /** Lets the program find an API server on that port of this machine, with the namespace {@code test}. */
    AssayProgram withApiServer(int port) throws IOException {
        Path file = write("kubeconfig", """
                apiVersion: v1
                kind: Config
                clusters: [{ name: c, cluster: { server: "http://127.0.0.1:%d" } }]
                users: [{ name: u, user: {} }]
                contexts: [{ name: x, context: { cluster: c, user: u, namespace: test } }]
                current-context: x
                """.formatted(port));
        return with("KUBECONFIG", file.toString());
    }

    /** Runs another installation, which keeps its archive of classes in its own folder. */
    AssayProgram installed(Path installation) {
        dist = installation;
        return keepingItsClassesIn(installation.resolve("cli.jsa"));
    }

    /** Keeps the archive of classes in {@code file} instead of sharing one with other tests. */
    AssayProgram keepingItsClassesIn(Path file) {
        ownArchive = Optional.of(file);
        return this;
    }

    /** Lets servers and workers use only the fast compiler, for tests that check no measured values. */
    AssayProgram quickly() {
        quick = true;
        return this;
    }

    /** Starts the program through another command. */
    AssayProgram through(String... command) {
        wrapper.addAll(List.of(command));
        return this;
    }

    Path folder() {
        return folder;
    }

    Path cache() {
        return folder.resolve("cache");
    }

    Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    /** Writes a secret to a file beside the scenario. */
    void secret(String name, String text) throws IOException {
        Path file = folder.resolve(name + SECRET);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, text + "\n");
    }

    /** Starts a command, whose output goes to files of the folder. */
    Running start(String... arguments) throws IOException {
        started++;
        List<String> command = new ArrayList<>(IgnoredSignals.heedingInterrupts());
        command.addAll(wrapper);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx512m",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow"));
        command.addAll(archiveOptions());
        if (quick) {
            command.add("-Djava.home=" + QuickJdk.home());
        }
        command.addAll(List.of(
                "-Dassay.home=" + HOME,
                "-Dassay.dist=" + dist,
                "-cp",
                dist.resolve("cli") + File.separator + "*",
                "dev.assay.cli.Main"));
        command.addAll(List.of(arguments));
        Path out = folder.resolve("out-" + started + ".txt");
        Path err = folder.resolve("err-" + started + ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        // A JVM with options from its environment prints them, which would disturb tests that read the whole output.
        builder.environment().keySet().removeAll(Set.of("ASSAY_MAVEN_REPO", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        builder.environment().putAll(environment);
        return new Running(builder.start(), out, err);
    }

    /** Returns the launcher's options: the first successful run writes the archive, later ones use it. */
    private List<String> archiveOptions() throws IOException {
        Path file = ownArchive.isPresent() ? ownArchive.get() : archive();
        ClassArchive archive = ClassArchive.at(file, ProgressListener.SILENT);
        List<String> options = new ArrayList<>(archive.exists() ? archive.use() : archive.writeLater());
        options.add("-Dassay.archive=" + file);
        return options;
    }

    /**
     * Returns a file named after the jars' time, since the JVM neither uses nor replaces an archive of jars that were copied again since.
     */
    private static Path archive() throws IOException {
        long newest = 0;
        try (Stream<Path> jars = Files.list(DIST.resolve("cli"))) {
            for (Path jar : jars.toList()) {
                newest = Math.max(newest, Files.getLastModifiedTime(jar).toMillis());
            }
        }
        return Path.of("target", "cli-" + newest + ".jsa").toAbsolutePath();
    }

    Ended run(Duration max, String... arguments) throws IOException, InterruptedException {
        return start(arguments).await(max);
    }

    /** Returns the folders of all runs, oldest first. */
    List<Path> runs() throws IOException {
        Path runs = folder.resolve("runs");
        if (!Files.isDirectory(runs)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(runs)) {
            return all.filter(run -> !Files.isSymbolicLink(run)).sorted().toList();
        }
    }

    /** Returns the only run below a folder of runs. */
    Path runsIn(String below) throws IOException {
        try (Stream<Path> all = Files.list(folder.resolve("runs").resolve(below))) {
            return all.filter(run -> !Files.isSymbolicLink(run)).findFirst().orElseThrow();
        }
    }

    /** Returns data that clusters have left in the cache. */
    List<Path> clusterData() throws IOException {
        Path clusters = cache().resolve("clusters");
        if (!Files.isDirectory(clusters)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(clusters)) {
            return all.toList();
        }
    }

    /** Returns when no process of this folder is left. */
    void awaitNothingRunning(Duration max) throws Exception {
        Until.holds(
                "nothing is left running of " + Processes.of(folder),
                max,
                () -> Processes.of(folder).isEmpty());
    }

    record Running(Process process, Path outFile, Path errFile) {
        long pid() {
            return process.pid();
        }

        String out() throws IOException {
            return Files.readString(outFile);
        }

        Running awaitText(String pattern, Duration max) throws Exception {
            java.util.regex.Pattern compiled = java.util.regex.Pattern.compile(pattern);
            Until.holds("it says " + pattern, max, () -> {
                if (!process.isAlive() && !compiled.matcher(out()).find()) {
                    throw new AssertionError("it ended before it said " + pattern + ": " + ended());
                }
                return compiled.matcher(out()).find();
            });
            return this;
        }

        Ended await(Duration max) throws IOException, InterruptedException {
            if (!process.waitFor(max.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroy();
                process.waitFor(30, TimeUnit.SECONDS);
                process.destroyForcibly();
                throw new AssertionError("still running after " + max.toSeconds() + " s: " + out());
            }
            return ended();
        }

        private Ended ended() throws IOException {
            return new Ended(process.exitValue(), out(), Files.readString(errFile));
        }
    }

    record Ended(int code, String out, String err) {
        /** Returns both outputs together. */
        String said() {
            return out + err;
        }
    }
}
