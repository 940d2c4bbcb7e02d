package dev.assay.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests control groups as the kernel shows them in containers, in units of systemd, and in version 1. */
class CpuQuotaTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path root;

    @Test
    void aContainerSeesItsOwnGroupAsTheTop() throws IOException {
        write("proc/self/cgroup", "0::/\n");
        count("", 7);
        write("sys/fs/cgroup/cpu.max", "100000 100000\n");
        CpuQuota quota = new CpuQuota(root);
        assertThat(quota.sample(1)).hasValue(0);
        count("", 10);
        assertThat(quota.sample(1)).as("three of ten periods").hasValue(0.3);
        assertThat(quota.sample(1)).hasValue(0);
    }

    @Test
    void theSliceAboveAUnitMayBeTheOneThatRunsOut() throws IOException {
        write("proc/self/cgroup", "0::/load.slice/worker.service\n");
        count("load.slice/worker.service", 0);
        count("load.slice", 0);
        write("sys/fs/cgroup/load.slice/cpu.max", "10000 50000\n");
        write("sys/fs/cgroup/cpu.stat", "usage_usec 5\n");
        CpuQuota quota = new CpuQuota(root);
        count("load.slice/worker.service", 1);
        count("load.slice", 4);
        assertThat(quota.sample(2)).as("four of forty periods of 50 ms").hasValue(0.1);
    }

    /** The path is that of the host, and what is mounted is the container's. */
    @Test
    void version1InAContainer() throws IOException {
        write("proc/self/cgroup", "5:cpu,cpuacct:/docker/0f3a\n0::/\n");
        Path stat = Path.of("sys/fs/cgroup/cpu,cpuacct/cpu.stat");
        write(stat.toString(), "nr_periods 9\nnr_throttled 2\nthrottled_time 4000\n");
        write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "200000\n");
        CpuQuota quota = new CpuQuota(root);
        write(stat.toString(), "nr_periods 19\nnr_throttled 4\nthrottled_time 9000\n");
        assertThat(quota.sample(1)).hasValue(0.4);
    }

    @Test
    void aGroupOutsideOfWhatIsMountedIsNotLookedFor() throws IOException {
        write("proc/self/cgroup", "0::/../../etc\n");
        count("", 0);
        CpuQuota quota = new CpuQuota(root);
        count("", 40);
        assertThat(quota.sample(1)).as("no more than all periods").hasValue(1);
    }

    @Test
    void whereTheKernelDoesNotTellItIsNotKnown() throws IOException {
        assertThat(new CpuQuota(root).sample(1)).isEmpty();
        write("proc/self/cgroup", "0::/user.slice\n");
        write("sys/fs/cgroup/user.slice/cpu.stat", "usage_usec 5\nuser_usec 4\nsystem_usec 1\n");
        assertThat(new CpuQuota(root).sample(1)).isEmpty();
    }

    @Test
    void aGroupThatIsGoneIsNotKnown() throws IOException {
        write("proc/self/cgroup", "0::/\n");
        count("", 7);
        CpuQuota quota = new CpuQuota(root);
        Files.delete(root.resolve("sys/fs/cgroup/cpu.stat"));
        assertThat(quota.sample(1)).isEmpty();
    }

    private void count(String group, long throttled) throws IOException {
        write(
                "sys/fs/cgroup/" + group + "/cpu.stat",
                "usage_usec 1234\nnr_periods 100\nnr_throttled " + throttled + "\nthrottled_usec 99\n");
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
