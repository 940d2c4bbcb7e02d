package dev.assay.model.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeDisksTest {
    private static NodeDisks disks(int count, DiskLayout layout, String paths) {
        return new NodeDisks(count, layout, FolderPaths.parse(paths));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            0 | USUAL   | ""             | ""
            1 | SHARED  | ""             | ""
            2 | USUAL   | ""             | 2 disks a node, emulated by loop devices on one disk
            2 | SPLIT   | ""             | 2 disks a node (split), emulated by loop devices on one disk
            0 | STRIPED | /mnt/a, /mnt/b/ | 2 disks (striped), shared by all nodes: /mnt/a, /mnt/b
            """)
    void whatTheyAreIsSaid(int count, DiskLayout layout, String paths, String message) {
        assertThat(disks(count, layout, paths).describe().orElse("")).isEqualTo(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            9 | USUAL  | ""             | count must be between 0 and 8, but is 9
            3 | USUAL  | /mnt/a, /mnt/b | count is 3, but paths lists 2 folders
            2 | SHARED | ""             | layout is shared
            1 | SPLIT  | ""             | layout is split, which needs at least 2 disks
            """)
    void whatContradictsItselfIsRefused(int count, DiskLayout layout, String paths, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> disks(count, layout, paths))
                .withMessageContaining(why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mnt/a", "/mnt/a, /mnt/a/", "/mnt/a,"})
    void foldersAreWholePathsEachOnce(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> FolderPaths.parse(text));
    }
}
