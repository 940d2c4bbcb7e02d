package dev.assay.cluster.jvm;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.ProgressListener;
import dev.assay.host.HostException;
import dev.assay.host.program.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * Keeps a class data sharing archive of one program on one class path and one JVM: the classes it loads, parsed and checked already.
 * It shortens the start and leaves the running program as it is; the JVM ignores an archive that does not fit. It knows only the
 * classes that the program had loaded when it was written, so it is best written when the program has done its work.
 */
public final class ClassArchive {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String SILENT = "-Xlog:disable";
    private static final String WARNINGS_OF_THE_REST = "-Xlog:all=warning,cds*=off,aot*=off:stderr";

    private final Path file;
    private final Path fresh;
    private final List<Path> jars;
    private final ProgressListener progress;

    private ClassArchive(Path file, List<Path> jars, ProgressListener progress) {
        this.progress = progress;
        this.file = file;
        this.fresh = file.resolveSibling(file.getFileName() + "." + UUID.randomUUID() + ".new");
        this.jars = jars;
    }

    /** Returns the archive in this cache for a program, which may not exist yet. */
    public static ClassArchive of(AssayCache cache, String program, String classPath, ProgressListener progress) {
        return new ClassArchive(cache.archives().resolve(name(program, classPath)), List.of(), progress);
    }

    /** Returns the archive in this folder for a program whose jars may be built again under the same names. */
    public static ClassArchive ofJars(Path folder, String program, List<Path> jars, ProgressListener progress) {
        return new ClassArchive(folder.resolve(name(program, jars.toString())), List.copyOf(jars), progress);
    }

    public static ClassArchive at(Path file, ProgressListener progress) {
        return new ClassArchive(file, List.of(), progress);
    }

    private static String name(String program, String classPath) {
        String key = System.getProperty("java.home") + "|" + Runtime.version() + "|" + classPath;
        return program + "-" + UUID.nameUUIDFromBytes(key.getBytes(StandardCharsets.UTF_8)) + ".jsa";
    }

    /** Returns whether an earlier run has made the archive, of the jars as they are. */
    public boolean exists() {
        return Files.isRegularFile(file) && jars.stream().noneMatch(this::isOlderThan);
    }

    private boolean isOlderThan(Path jar) {
        return file.toFile().lastModified() < jar.toFile().lastModified();
    }

    public List<String> use() {
        return exists()
                ? List.of("-XX:SharedArchiveFile=" + file, "-Xshare:auto", SILENT, WARNINGS_OF_THE_REST)
                : List.of();
    }

    /** Returns the options for a JVM that writes the archive when its program ends by itself; {@link #adopt} follows. */
    public List<String> writeAtExit() {
        return List.of("-XX:ArchiveClassesAtExit=" + fresh, SILENT, WARNINGS_OF_THE_REST);
    }

    /** Returns the options for a JVM that {@link #writeFrom} is called on later. */
    public List<String> writeLater() {
        return List.of("-XX:+RecordDynamicDumpInfo", SILENT, WARNINGS_OF_THE_REST);
    }

    /** Writes the archive from a running JVM. Everything works without it, only slower, so problems are only reported. */
    public void writeFrom(ProcessHandle jvm) {
        Path jcmd = JavaHome.program("jcmd");
        if (!Files.isExecutable(jcmd) || !JavaHome.hasClassArchive() || isKeptByOthers()) {
            return;
        }
        try {
            Program.run(
                    PATIENCE, jcmd.toString(), Long.toString(jvm.pid()), "VM.cds", "dynamic_dump", fresh.toString());
            adopt();
        } catch (HostException _) {
            tell("jcmd could not write " + fresh);
            deleteUnfinished();
        } finally {
            removeSocket(jvm);
        }
    }

    /**
     * Removes the socket by which a JVM was attached to, which it leaves behind when it is killed. HotSpot on Linux has it in {@code /tmp}
     * whatever the temporary folder is; a JVM that is attached to again makes another.
     */
    private void removeSocket(ProcessHandle jvm) {
        try {
            Files.deleteIfExists(Path.of("/tmp/.java_pid" + jvm.pid()));
        } catch (IOException e) {
            tell(e.toString());
        }
    }

    /** Returns whether others maintain the installation, which is then left as it is. */
    private boolean isKeptByOthers() {
        return !Files.isWritable(file.toAbsolutePath().getParent());
    }

    private void deleteUnfinished() {
        try {
            Files.deleteIfExists(fresh);
        } catch (IOException e) {
            tell(e.toString());
        }
    }

    /** Puts a file that a JVM has written in place as the archive, whole or not at all. Problems are only reported. */
    public void adopt() {
        try {
            if (Files.isRegularFile(fresh)) {
                moveInPlace();
            }
        } catch (IOException e) {
            tell(e.toString());
        }
    }

    private void moveInPlace() throws IOException {
        try {
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    private void tell(String reason) {
        progress.warn(
                "warning: the classes of this run could not be cached, so the next run starts no faster: " + reason);
    }
}
