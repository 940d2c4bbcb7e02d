package dev.assay.model.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.assay.model.unit.Bandwidth;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeDisksTest {
    private static NodeDisks disks(int count, DiskLayout layout, String bandwidth, String paths) {
        return new NodeDisks(count, layout, Bandwidth.parse(bandwidth), FolderPaths.parse(paths));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            0 | USUAL   | unlimited | ""             | ""
            1 | SHARED  | unlimited | ""             | ""
            2 | USUAL   | 80 MB/s   | ""             | 2 disks a node, emulated by loop devices on one disk, 80 MB/s each
            2 | SPLIT   | unlimited | ""             | 2 disks a node (split), emulated by loop devices on one disk, without a bandwidth limit
            0 | USUAL   | 64 MiB/s  | ""             | 1 disk a node, emulated by loop devices on one disk, 64 MiB/s
            0 | STRIPED | unlimited | /mnt/a, /mnt/b/ | 2 disks (striped), shared by all nodes: /mnt/a, /mnt/b
            """)
    void whatTheyAreIsSaid(int count, DiskLayout layout, String bandwidth, String paths, String said) {
        assertThat(disks(count, layout, bandwidth, paths).describe().orElse("")).isEqualTo(said);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            9 | USUAL  | unlimited | ""             | count must be between 0 and 8, but is 9
            3 | USUAL  | unlimited | /mnt/a, /mnt/b | count is 3, but paths lists 2 folders
            2 | SHARED | unlimited | ""             | layout is shared
            1 | SPLIT  | unlimited | ""             | layout is split, which needs at least 2 disks
            2 | USUAL  | 80 MB/s   | /mnt/a, /mnt/b | bandwidth is 80 MB/s, but the bandwidth of real disks
            """)
    void whatContradictsItselfIsRefused(int count, DiskLayout layout, String bandwidth, String paths, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> disks(count, layout, bandwidth, paths))
                .withMessageContaining(why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mnt/a", "/mnt/a, /mnt/a/", "/mnt/a,"})
    void foldersAreWholePathsEachOnce(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> FolderPaths.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"80", "80 MB", "-1 MB/s", "0 MB/s", "fast"})
    void aBandwidthIsPositiveAndHasItsUnit(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Bandwidth.parse(text));
    }

    @Test
    void aBandwidthIsDecimalWhereItsUnitIs() {
        assertThat(Bandwidth.parse("80 MB/s").bytesPerSecond()).isEqualTo(80_000_000);
        assertThat(Bandwidth.parse("1 MiB / s").bytesPerSecond()).isEqualTo(1 << 20);
        assertThat(Bandwidth.parse("unlimited").limited()).isFalse();
    }
}
