package dev.assay.run.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.ProgressListener;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeansTest {
    @TempDir
    Path folder;

    @Test
    void aFolderThatIsNotThereYetIsOnTheDiskOfTheOneAboveIt() throws Exception {
        Means means = new Means(new AssayCache(folder), ProgressListener.SILENT);
        long there = Files.getFileStore(folder).getTotalSpace();

        assertThat(means.freeBytes(folder.resolve("none/below"))).isPositive().isLessThanOrEqualTo(there);
    }
}
