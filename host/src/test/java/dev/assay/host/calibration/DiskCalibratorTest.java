package dev.assay.host.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.host.HostException;
import dev.assay.model.calibration.DiskCalibration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskCalibratorTest {
    private final FakeDisk disk = new FakeDisk();

    @TempDir
    Path folder;

    /** 10 ms a block of 1 MiB are 104.9 MB/s; half of it to read; 2 ms a sync with 0.5 ms before it are 400 a second. */
    @Test
    void valuesAreThoseOfTheDisk() {
        DiskCalibration statistics = measure(false);

        assertThat(statistics.write().orElseThrow().bytesPerSecond()).isCloseTo(104_857_600, within(1.0));
        assertThat(statistics.write().orElseThrow().n()).isEqualTo(200);
        assertThat(statistics.read().orElseThrow().bytesPerSecond()).isCloseTo(209_715_200, within(1.0));
        assertThat(statistics.read().orElseThrow().n())
                .as("no more than was written")
                .isEqualTo(200);
        assertThat(statistics.small().writeBytes()).isEqualTo(4096);
        assertThat(statistics.small().perSecond()).isCloseTo(400, within(0.1));
        assertThat(statistics.small().sync().n()).isEqualTo(800);
        assertThat(statistics.small().sync().p50Nanos()).isCloseTo(2_000_000, within(2_000L));
        assertThat(statistics.large().writeBytes()).isEqualTo(1 << 20);
        assertThat(statistics.note()).isEmpty();
        assertThat(statistics.fileSystem()).isEqualTo("ext4 on /dev/vda1");
    }

    /** One sync in fifty takes 20 ms: that is the p99, not the p50. */
    @Test
    void slowSyncsShowInTheTail() {
        disk.slowEvery = 50;

        DiskCalibration statistics = measure(false);

        assertThat(statistics.small().sync().p50Nanos()).isCloseTo(2_000_000, within(2_000L));
        assertThat(statistics.small().sync().p99Nanos()).isCloseTo(20_000_000, within(20_000L));
        assertThat(statistics.small().sync().maxNanos()).isCloseTo(20_000_000, within(20_000L));
    }

    @Test
    void noMoreThanATenthOfWhatIsFreeIsWritten() {
        disk.free = 3L << 30;
        disk.nanosPerBlock = 1000;
        disk.syncNanos = 1000;

        DiskCalibration statistics = measure(false);

        assertThat(disk.written + disk.appended).isLessThanOrEqualTo(disk.free / 10);
        assertThat(statistics.write().orElseThrow().n()).isEqualTo(153);
    }

    @Test
    void aDiskThatIsNearlyFullIsNotTouched() {
        disk.free = 2L << 30;

        assertThatThrownBy(() -> measure(false))
                .isInstanceOf(HostException.class)
                .hasMessage(
                        "/data has 2048 MiB free. Calibration writes at most a tenth of what is free, and needs 256 MiB"
                                + " for that. Free 512 MiB, or move the cache to another disk with ASSAY_CACHE.");
        assertThat(disk.written + disk.appended).isZero();
    }

    @Test
    void whereThereAreNoDirectTransfersTheyAreNotKnown() {
        disk.refusal = Optional.of("tmpfs does not support direct I/O (Invalid argument)");

        DiskCalibration statistics = measure(false);

        assertThat(statistics.write()).isEmpty();
        assertThat(statistics.read()).isEmpty();
        assertThat(statistics.note()).isEqualTo("tmpfs does not support direct I/O (Invalid argument)");
        assertThat(statistics.small().sync().n()).isPositive();
    }

    @Test
    void whoCancelsWaitsForOneOfEach() {
        DiskCalibration statistics = measure(true);

        assertThat(statistics.write().orElseThrow().n()).isEqualTo(1);
        assertThat(statistics.large().sync().n()).isEqualTo(1);
    }

    /** The kernel frees files that have no name, whatever ends the process. */
    @Test
    void filesOfARealDiskHaveNoNameWhileTheyAreUsed() throws IOException {
        try (DirectDisk real = DirectDisk.of(folder)) {
            real.append(4096);
            real.sync();
            if (real.refusesDirect().isEmpty()) {
                real.write(1 << 20);
                real.read(1 << 20);
                assertThatThrownBy(() -> real.read(1 << 20)).isInstanceOf(IOException.class);
            }
            try (Stream<Path> files = Files.list(folder)) {
                assertThat(files).isEmpty();
            }
            assertThat(real.freeBytes()).isPositive();
            assertThat(real.fileSystem()).contains(" on ");
        }
    }

    private DiskCalibration measure(boolean cancelled) {
        return new DiskCalibrator(disk, () -> disk.now, () -> cancelled).measure(Duration.ofSeconds(2));
    }
}
