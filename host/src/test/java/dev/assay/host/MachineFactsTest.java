package dev.assay.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineFactsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path root;

    @Test
    void aVirtualMachineOfX64IsDescribed() throws Exception {
        write("proc/cpuinfo", """
                processor\t: 0
                vendor_id\t: GenuineIntel
                model\t\t: 85
                model name\t: Intel(R) Xeon(R) Platinum 8259CL CPU @ 2.50GHz
                flags\t\t: fpu vme de pse tsc hypervisor lahf_lm abm

                processor\t: 1
                model name\t: Intel(R) Xeon(R) Platinum 8259CL CPU @ 2.50GHz
                """);
        write("proc/meminfo", "MemTotal:       24684084 kB\nMemFree:        12632640 kB\n");
        write("proc/stat", "cpu  900 0 50 25 5 0 10 10 7 0\ncpu0 450 0 25 12 2 0 5 5 3 0\n");
        write("etc/os-release", """
                PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"
                NAME="Debian GNU/Linux"
                VERSION_ID="12"
                VERSION="12 (bookworm)"
                """);
        write("sys/devices/virtual/dmi/id/sys_vendor", "Amazon EC2\n");
        write("sys/devices/virtual/dmi/id/product_name", "m5.large\n");
        processor(0, "0", "0");
        processor(1, "0", "0");
        write("etc/tuned/active_profile", "latency-performance\n");
        write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
        write("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "performance\n");
        write("sys/block/nvme0n1/queue/scheduler", "[none] mq-deadline\n");
        write("sys/block/nvme1n1/queue/scheduler", "[none] mq-deadline\n");
        write("sys/block/loop0/queue/scheduler", "none\n");
        write("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
        write("proc/sys/vm/swappiness", "1\n");
        write("proc/sys/vm/dirty_ratio", "40\n");
        write("proc/sys/vm/dirty_background_ratio", "10\n");
        assertThat(new MachineFacts(root).facts())
                .containsEntry("cpu.model", "Intel(R) Xeon(R) Platinum 8259CL CPU @ 2.50GHz")
                .containsEntry("cpu.cores", "2 logical, 1 physical")
                .containsEntry("memory.total", "24105 MiB")
                .containsEntry(
                        "os", "GNU/Linux Debian GNU/Linux 12 (bookworm) build " + System.getProperty("os.version"))
                .containsEntry("hardware", "Amazon EC2 m5.large")
                .containsEntry("cpu.steal_since_boot", "1.00 %")
                .containsEntry("virtual_machine", "yes")
                .containsEntry("tuning.profile", "latency-performance")
                .containsEntry("tuning.governor", "performance")
                .containsEntry("tuning.disk_schedulers", "none (nvme0n1, nvme1n1)")
                .containsEntry("tuning.huge_pages", "madvise")
                .containsEntry("tuning.swappiness", "1")
                .containsEntry("tuning.dirty_pages", "10 written from, 40 at most, % of memory (0: set in bytes)");
    }

    @Test
    void aMachineOfArm64IsDescribed() throws Exception {
        write("proc/cpuinfo", """
                processor\t: 0
                BogoMIPS\t: 243.75
                Features\t: fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm lrcpc dcpop asimddp ssbs
                CPU implementer\t: 0x41
                CPU architecture: 8
                CPU variant\t: 0x3
                CPU part\t: 0xd0c
                CPU revision\t: 1

                processor\t: 1
                BogoMIPS\t: 243.75
                CPU implementer\t: 0x41
                CPU architecture: 8
                CPU variant\t: 0x3
                CPU part\t: 0xd0c
                CPU revision\t: 1
                """);
        write("proc/meminfo", "MemTotal:        7990312 kB\nMemFree:         6841208 kB\n");
        write("proc/stat", "cpu  1204 0 803 99120 77 0 12 0 0 0\n");
        write("etc/os-release", "NAME=\"Amazon Linux\"\nVERSION=\"2023\"\nID=\"amzn\"\n");
        write("sys/devices/virtual/dmi/id/sys_vendor", "Amazon EC2\n");
        write("sys/devices/virtual/dmi/id/product_name", "m6g.large\n");
        processor(0, "0", "0");
        processor(1, "0", "1");
        assertThat(new MachineFacts(root).facts())
                .containsEntry("cpu.model", "implementer 0x41, part 0xd0c")
                .containsEntry("cpu.cores", "2 logical, 2 physical")
                .containsEntry("memory.total", "7803 MiB")
                .containsEntry("os", "GNU/Linux Amazon Linux 2023 build " + System.getProperty("os.version"))
                .containsEntry("hardware", "Amazon EC2 m6g.large")
                .containsEntry("cpu.steal_since_boot", "0.00 %")
                .containsEntry("virtual_machine", "unknown");
    }

    @Test
    void whatIsNotToldIsUnknown() {
        Map<String, String> facts = new MachineFacts(root).facts();
        for (String name : new String[] {"cpu.model", "cpu.cores", "memory.total", "os", "virtual_machine"}) {
            assertThat(facts).containsEntry(name, "unknown");
        }
        assertThat(facts).containsEntry("hardware", "unknown unknown").doesNotContainKey("cpu.steal_since_boot");
    }

    @Test
    void thisMachineIsDescribed() {
        assertThat(MachineFacts.read(root))
                .containsKeys("cpu.model", "cpu.cores", "memory.total", "kernel", "jvm", "data.filesystem")
                .doesNotContainValue("");
    }

    private void processor(int number, String socket, String core) throws IOException {
        String topology = "sys/devices/system/cpu/cpu" + number + "/topology/";
        write(topology + "physical_package_id", socket + "\n");
        write(topology + "core_id", core + "\n");
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
