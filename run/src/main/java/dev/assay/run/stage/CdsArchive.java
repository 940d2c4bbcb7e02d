package dev.assay.run.stage;

import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.jvm.ClassArchive;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes and uses the archive of this program's own classes, which lets commands start sooner. */
public final class CdsArchive {
    /** The system property with the archive's path, set by the launcher, which starts this program so that it can be written. */
    private static final String FILE = "assay.archive";

    private CdsArchive() {}

    public static List<String> use() {
        ClassArchive archive = archive(ProgressListener.SILENT);
        return archive == null ? List.of() : archive.use();
    }

    /** Writes the archive; called after a run, when the classes that a run needs have been loaded. */
    public static void writeWhereMissing(ProgressListener progress) {
        ClassArchive archive = archive(progress);
        if (archive != null && !archive.exists()) {
            write(archive);
        }
    }

    private static void write(ClassArchive archive) {
        PrintStream out = System.out;
        // The JVM reports a written archive on standard output, in the midst of what the command prints.
        System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        try {
            archive.writeFrom(ProcessHandle.current());
        } finally {
            System.setOut(out);
        }
    }

    private static @Nullable ClassArchive archive(ProgressListener progress) {
        String file = System.getProperty(FILE);
        return file == null ? null : ClassArchive.at(Path.of(file), progress);
    }
}
