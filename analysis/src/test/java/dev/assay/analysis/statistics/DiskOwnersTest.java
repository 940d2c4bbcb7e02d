package dev.assay.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.analysis.RecordedTrial;
import dev.assay.analysis.statistics.DiskOwners.Carried;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.TrialHost;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DiskOwnersTest {
    private static final Labels HOST = Labels.of(Labels.HOST, "coordinator");
    private static final double MEGA = 1e6;

    private final RecordedTrial trial = new RecordedTrial();
    private final DiskOwners owners;

    DiskOwnersTest() {
        trial.hosts = List.of(new TrialHost("coordinator", "m", List.of("w1"), 2, 1, 0, 0));
        owners = new DiskOwners(trial.record(), Map.of());
    }

    /** Thirty seconds of 10 MB/s lie in the page cache, until the kernel writes all at once. */
    @Test
    void whatServersWroteBeforeIsTheirsWhenTheDiskWritesIt() {
        for (int second = 0; second < 30; second++) {
            assertThat(next(0, 0, 10, 0).foreignFraction()).isZero();
        }

        Carried all = next(300, 0.5, 10, 0);
        Carried more = next(300, 0.5, 10, 0);

        assertThat(all.foreignWritten()).isZero();
        assertThat(all.foreignFraction()).isZero();
        assertThat(more.foreignWritten())
                .as("10 MB of the second before are left, and those of its own")
                .isCloseTo(280 * MEGA, within(1.0));
    }

    /** Others have 990 of 1000 MB/s, and the same fraction of the busy time. */
    @Test
    void theRestIsSomebodyElses() {
        Carried second = next(1000, 0.9, 10, 0);

        assertThat(second.foreignWritten()).isCloseTo(990 * MEGA, within(1.0));
        assertThat(second.foreignFraction()).isCloseTo(0.9 * 0.99, within(1e-9));
    }

    /** A server that syncs 1000 times a second has 4 MB/s of pages; the file system writes its journal as well. */
    @Test
    void whatAFileSystemWritesForASyncIsTheServers() {
        assertThat(next(65, 0.6, 4, 1000).foreignFraction()).isZero();
        assertThat(next(165, 0.6, 4, 1000).foreignWritten()).isGreaterThan(90 * MEGA);
    }

    @Test
    void syncsOfAMetadataLogAreTheServersToo() {
        List<Sample> samples = seconds(65, 0.6, 4, 500);
        samples.add(Metrics.NODE_METADATA_SYNCS.of(Labels.of(Labels.NODE, "b-1"), 500));

        assertThat(only(samples).foreignFraction()).isZero();
    }

    @Test
    void readsCountAsWritesDo() {
        List<Sample> samples = seconds(0, 0.8, 0, 0);
        samples.add(Metrics.HOST_DISK_READ.of(HOST, 50 * MEGA));
        samples.removeFirst();
        samples.add(Metrics.PROCESS_DISK_READ.of(Labels.of(Labels.NODE, "b-1"), 40 * MEGA));

        Carried second = only(samples);

        assertThat(second.foreignRead()).isCloseTo(10 * MEGA, within(1.0));
        assertThat(second.foreignFraction()).isCloseTo(0.8 * 0.2, within(1e-9));
    }

    @Test
    void aSecondInWhichAServerWasNotSeenIsNotJudged() {
        List<Sample> samples = seconds(1000, 0.9, 10, 0);
        samples.removeIf(sample -> sample.metric().equals(Metrics.PROCESS_DISK_WRITTEN)
                && !sample.labels().get(Labels.NODE).isEmpty());

        assertThat(owners.next(samples, 1)).isEmpty();
    }

    @Test
    void machinesWithoutServersAndServersOfOthersAreLeftAlone() {
        trial.hosts = List.of(new TrialHost("coordinator", "m", List.of("w1"), 2, 0, 0, 0));
        assertThat(new DiskOwners(trial.record(), Map.of()).next(seconds(1000, 0.9, 10, 0), 1))
                .isEmpty();
    }

    private Carried next(double megabytes, double busy, double own, double syncs) {
        return only(seconds(megabytes, busy, own, syncs));
    }

    private Carried only(List<Sample> samples) {
        Map<String, Carried> carried = owners.next(samples, 1);
        assertThat(carried).containsOnlyKeys("coordinator");
        return carried.values().iterator().next();
    }

    /** Returns the samples of a second, the first of which says that nothing was read. */
    private static List<Sample> seconds(double megabytes, double busy, double own, double syncs) {
        Labels node = Labels.of(Labels.NODE, "b-1");
        return new ArrayList<>(List.of(
                Metrics.HOST_DISK_READ.of(HOST, 0),
                Metrics.HOST_DISK_WRITTEN.of(HOST, megabytes * MEGA),
                Metrics.HOST_DISK_BUSY.of(HOST, busy),
                Metrics.PROCESS_DISK_WRITTEN.of(node, own * MEGA),
                Metrics.PROCESS_DISK_WRITTEN.of(Labels.of(Labels.WORKER, "w1"), 0),
                Metrics.NODE_SYNCS.of(node, syncs)));
    }
}
