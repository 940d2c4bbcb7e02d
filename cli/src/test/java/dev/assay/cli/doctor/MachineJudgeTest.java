package dev.assay.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.verdict.Limit;
import dev.assay.cli.doctor.Finding.Grade;
import dev.assay.cli.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineJudgeTest {
    private static final MachineState.Load UNKNOWN =
            new MachineState.Load(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(), List.of());

    @TempDir
    Path root;

    @Test
    void whatIsNotToldIsNotHeldAgainstTheMachine() {
        DoctorReport report = new DoctorReport(MachineJudge.judge(new MachineStateReader(root).read(2), UNKNOWN));
        assertThat(report.findings()).extracting(Finding::grade).containsOnly(Grade.OK);
        assertThat(report.exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void whatMakesTrialsImpossibleComesFirstAndFails() throws IOException {
        write("proc/meminfo", "MemAvailable: 8388608 kB\nSwapTotal: 2048 kB\nSwapFree: 1024 kB\n");
        write("sys/fs/cgroup/memory.max", "536870912\n");
        write("sys/fs/cgroup/memory.swap.max", "536870912\n");
        write("sys/block/sda/queue/rotational", "1\n");
        write("sys/block/loop0/queue/rotational", "1\n");
        write("proc/self/limits", "Max open files            4096                 4096                 files\n");
        write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
        write("sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet\n");

        DoctorReport report = new DoctorReport(MachineJudge.judge(new MachineStateReader(root).read(1), UNKNOWN));

        assertThat(report.findings().getFirst().found())
                .isEqualTo("0.5 GiB available (the limit of the control group)");
        assertThat(report.findings().stream().filter(finding -> finding.grade() == Grade.WARNING))
                .extracting(Finding::check)
                .containsExactly(
                        "processors",
                        "frequency governor",
                        "swap",
                        "swap of the container",
                        "disks",
                        "open files",
                        "clock source");
        assertThat(report.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
        assertThat(report.text()).startsWith("BAD      memory").endsWith("1 bad, 7 warnings, 3 ok");
        assertThat(report.json()).contains("\"grade\" : \"BAD\"");
    }

    @Test
    void aLoadIsJudgedByTheLimitsOfTheVerdict() {
        assertThat(steal(Limit.STEAL.value())).isEqualTo(Grade.OK);
        assertThat(steal(Limit.STEAL.value() + 0.001)).isEqualTo(Grade.WARNING);
    }

    private Grade steal(double share) {
        MachineState.Load load = new MachineState.Load(
                OptionalDouble.empty(), OptionalDouble.of(share), OptionalDouble.empty(), List.of());
        List<Finding> findings = MachineJudge.judge(new MachineStateReader(root).read(2), load);
        return findings.stream()
                .filter(one -> one.check().equals("steal"))
                .findFirst()
                .orElseThrow()
                .grade();
    }

    @Test
    void whatASystemLacksIsSaidWithWhatToDo() {
        assertThat(Doctor.system("some", Optional.of("Install it.")).remedy()).isEqualTo("Install it.");
        assertThat(Doctor.system("some", Optional.empty()).grade()).isEqualTo(Grade.OK);
        assertThat(Doctor.powerFaults(Optional.of("needs root")).grade()).isEqualTo(Grade.WARNING);
        assertThat(Doctor.powerFaults(Optional.empty()).grade()).isEqualTo(Grade.OK);
    }

    @Test
    void aDiskIsJudgedByItsSpaceAndKind() {
        assertThat(Doctor.disk(root, "ext4", 20L << 30).grade()).isEqualTo(Grade.OK);
        assertThat(Doctor.disk(root, "tmpfs", 20L << 30).grade()).isEqualTo(Grade.WARNING);
        assertThat(Doctor.disk(root, "ext4", 2L << 30).grade()).isEqualTo(Grade.WARNING);
        assertThat(Doctor.disk(root, "ext4", 1L << 20).grade()).isEqualTo(Grade.BAD);
    }

    private void write(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
