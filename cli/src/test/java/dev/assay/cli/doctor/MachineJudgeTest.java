package dev.assay.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.verdict.Threshold;
import dev.assay.cli.doctor.Finding.Grade;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineJudgeTest {
    private static final OptionalDouble UNAVAILABLE = OptionalDouble.empty();
    private static final MachineState.Load UNKNOWN =
            new MachineState.Load(UNAVAILABLE, UNAVAILABLE, UNAVAILABLE, UNAVAILABLE, List.of(), List.of());

    @TempDir
    Path root;

    private static DoctorReport report(List<Finding> findings) {
        return new DoctorReport(findings, CalibrationStatus.NEVER, Optional.empty());
    }

    @Test
    void whatIsNotToldIsNotHeldAgainstTheMachine() {
        DoctorReport report = report(MachineJudge.judge(new MachineStateReader(root).read(2), UNKNOWN));
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

        DoctorReport report = report(MachineJudge.judge(new MachineStateReader(root).read(1), UNKNOWN));

        assertThat(report.findings().getFirst().state())
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
        assertThat(report.text()).startsWith("BAD      memory").contains("1 bad, 7 warnings, 4 ok");
        assertThat(report.json()).contains("\"grade\" : \"BAD\"");
    }

    @Test
    void aLoadIsJudgedByTheLimitsOfTheVerdict() {
        assertThat(found("steal", Threshold.STEAL.value(), 0).grade()).isEqualTo(Grade.OK);
        assertThat(found("steal", Threshold.STEAL.value() + 0.001, 0).grade()).isEqualTo(Grade.WARNING);
        assertThat(found("busy disks", 0, Threshold.FOREIGN_DISK.value()).grade())
                .isEqualTo(Grade.OK);
        assertThat(found("busy disks", 0, 0.98).grade()).isEqualTo(Grade.WARNING);
    }

    @Test
    void whoUsesTheDisksIsNamed() {
        assertThat(found("busy disks", 0, 0.98).state())
                .isEqualTo("98.0 % of the time the busiest disk was in use, most by dd (5) 1,285.0 MB/s (n = 1 s)");
    }

    private Finding found(String check, double steal, double diskFraction) {
        MachineState.Load load = new MachineState.Load(
                UNAVAILABLE,
                OptionalDouble.of(steal),
                UNAVAILABLE,
                OptionalDouble.of(diskFraction),
                List.of(),
                List.of("dd (5) 1,285.0 MB/s"));
        return MachineJudge.judge(new MachineStateReader(root).read(2), load).stream()
                .filter(one -> one.check().equals(check))
                .findFirst()
                .orElseThrow();
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
