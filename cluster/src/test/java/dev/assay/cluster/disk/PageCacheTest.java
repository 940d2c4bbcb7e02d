package dev.assay.cluster.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cluster.DeploymentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses a file in place of the kernel's: the real one would slow down everything on the machine of the tests. */
class PageCacheTest {
    @TempDir
    private Path folder;

    @Test
    void everythingIsSyncedBeforeThePagesAreDropped() throws Exception {
        Path drop = Files.createFile(folder.resolve("drop_caches"));
        List<String> before = new ArrayList<>();
        new PageCache(drop, () -> before.add(Files.readString(drop))).drop();
        assertThat(before).as("syncs before it").containsExactly("", "");
        assertThat(Files.readString(drop)).isEqualTo("1\n");
    }

    @Test
    void aMachineWithoutItSaysSo() {
        PageCache cache = new PageCache(folder.resolve("none"), () -> {});
        assertThat(cache.refusal())
                .contains("this machine has no " + folder.resolve("none") + ", which only Linux has");
        assertThatThrownBy(cache::drop)
                .isInstanceOf(DeploymentException.class)
                .hasMessageStartingWith("the page cache can't be dropped: this machine has no ")
                .hasMessageEndingWith("or leave out page-cache: drop");
    }

    @Test
    void aSyncThatFailsIsNotPassedOver() throws Exception {
        Path drop = Files.createFile(folder.resolve("drop_caches"));
        PageCache cache = new PageCache(drop, () -> {
            throw new IOException("disk on fire");
        });
        assertThatThrownBy(cache::drop).hasMessageContaining("disk on fire");
        assertThat(Files.readString(drop)).isEmpty();
    }
}
