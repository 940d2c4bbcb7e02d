package dev.assay.cluster.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.spec.DiskLayout;
import dev.assay.model.spec.FolderPaths;
import dev.assay.model.spec.NodeDisks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskRequirementsTest {
    @TempDir
    Path folder;

    private NodeDisks on(Path... paths) {
        List<String> names = List.of(paths).stream().map(Path::toString).toList();
        return new NodeDisks(0, DiskLayout.USUAL, new FolderPaths(names));
    }

    @Test
    void theUsualDiskNeedsNothing() {
        assertThat(DiskRequirements.refusal(NodeDisks.USUAL)).isEmpty();
    }

    @Test
    void foldersOfOneDiskAreNotSeveralDisks() throws IOException {
        Path a = Files.createDirectory(folder.resolve("a"));
        Path b = Files.createDirectory(folder.resolve("b"));

        assertThat(DiskRequirements.refusal(on(a, b))).contains(a + " and " + b + " are on the same device");
        assertThat(DiskRequirements.ofFolders(on(a, b), Path::getFileName)).isEmpty();
        assertThat(DiskRequirements.refusal(on(a))).isEmpty();
    }

    @Test
    void aFolderThatIsNotThereOrNoneIsSaid() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));

        assertThat(DiskRequirements.refusal(on(folder.resolve("none"))))
                .contains(folder.resolve("none") + " does not exist");
        assertThat(DiskRequirements.refusal(on(file))).contains(file + " is not a folder that this user can write to");
    }

    /** A run never silently does without them. */
    @Test
    void disksThatCannotBeEmulatedAreRefused() {
        NodeDisks two = new NodeDisks(2, DiskLayout.USUAL, FolderPaths.NONE);
        assertThat(DiskRequirements.refusal(two)).isEqualTo(DiskImage.refusal());
    }
}
