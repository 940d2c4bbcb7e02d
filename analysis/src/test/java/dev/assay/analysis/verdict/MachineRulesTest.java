package dev.assay.analysis.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.statistics.PhaseStatistics.HostLoad;
import dev.assay.analysis.statistics.PhaseStatistics.WorkerLoad;
import dev.assay.model.result.TrialHost;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class MachineRulesTest {
    private final Case trial = new Case();

    @Test
    void aWorkerOnFourFifthsOfItsMachineDegrades() {
        trial.worker = new WorkerLoad("w1", 3.2, 4, 0, 0, 30, 0, 0);
        trial.expectValid();
        trial.worker = new WorkerLoad("w1", 3.21, 4, 0, 0, 30, 0, 0);
        assertThat(trial.expect(Rule.WORKER_CPU, Grade.DEGRADED).cause())
                .isEqualTo("worker w1 used 3.21 of its machine's 4 cores (80.3 %)");
        trial.worker = new WorkerLoad("w1", 3.21, 0, 0, 0, 30, 0, 0);
        trial.expectValid();
    }

    @Test
    void aWorkerThatUsedUpItsQuotaDegrades() {
        trial.throttled = OptionalDouble.of(0.01);
        trial.expectValid();
        trial.throttled = OptionalDouble.of(0.125);
        assertThat(trial.expect(Rule.THROTTLED, Grade.DEGRADED).cause())
                .isEqualTo(
                        "worker w1 had used up its quota of processor time in 12.5 % of the kernel's periods, and stood still until the next began");
        trial.throttled = OptionalDouble.empty();
        trial.expectValid();
    }

    @Test
    void aBusyStolenOrStarvedMachineDegrades() {
        machine(0.95, 0.2, 0.1);
        trial.expectValid();
        machine(0.951, 0.2, 0.1);
        assertThat(trial.expect(Rule.MACHINE_CPU, Grade.DEGRADED).cause())
                .isEqualTo("the processors of the machine were busy for 95.1 % of the measured phase");
        machine(0.98998, 0.2, 0.1);
        assertThat(trial.expect(Rule.MACHINE_CPU, Grade.DEGRADED).cause())
                .isEqualTo("the processors of the machine were busy for 99 % of the measured phase");
        machine(0.95, 0.201, 0.1);
        assertThat(trial.expect(Rule.STEAL, Grade.DEGRADED).cause())
                .isEqualTo("the hypervisor gave 20.1 % of the processor time to other machines");
        machine(0.95, 0.2, 0.101);
        assertThat(trial.expect(Rule.MEMORY_PRESSURE, Grade.DEGRADED).cause())
                .isEqualTo("processes waited for memory for 10.1 % of the measured phase");
        trial.hosts = List.of(new HostLoad(
                "a",
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                Optional.empty(),
                Optional.empty()));
        trial.expectValid();
        trial.hosts = List.of();
        trial.expectValid();
    }

    /** The trial's own clocks slept too, and show less time. */
    @Test
    void aTrialInWhichAMachineSleptIsInvalid() {
        trial.suspendedSeconds = 0.099;
        trial.expectValid();
        trial.suspendedSeconds = 61.5;
        assertThat(trial.expect(Rule.SUSPENDED, Grade.INVALID).cause())
                .isEqualTo("host coordinator was suspended for 61.5 s during the trial");
        trial.hosts = List.of(Case.host("coordinator", 0.6, 0.13, 0.02), Case.host("b", 0.6, 0.13, 0.02));
        assertThat(trial.expect(Rule.SUSPENDED, Grade.INVALID).cause()).startsWith("host b was suspended");
    }

    @Test
    void ofSeveralMachinesTheOneThatWasDisturbedIsNamed() {
        HostLoad calm = Case.host("coordinator", 0.6, 0.13, 0.02);
        trial.hosts = List.of(calm, Case.host("b", 0.97, 0.13, 0.02));
        assertThat(trial.expect(Rule.MACHINE_CPU, Grade.DEGRADED).cause())
                .isEqualTo("the processors of host b were busy for 97 % of the measured phase");
        trial.hosts = List.of(Case.host("a", 0.6, 0.3, 0.02), calm);
        assertThat(trial.expect(Rule.STEAL, Grade.DEGRADED).cause())
                .isEqualTo("the hypervisor gave 30 % of the processor time of host a to other machines");
        trial.hosts = List.of(calm, Case.host("b", 0.6, 0.13, 0.2));
        assertThat(trial.expect(Rule.MEMORY_PRESSURE, Grade.DEGRADED).cause())
                .isEqualTo("processes on host b waited for memory for 20 % of the measured phase");
        trial.hosts = List.of(Case.host("a", 0.96, 0, 0), calm, Case.host("c", 0.97, 0, 0));
        assertThat(trial.verdict().reasons())
                .extracting(Reason::cause)
                .containsExactly(
                        "the processors of host a were busy for 96 % of the measured phase",
                        "the processors of host c were busy for 97 % of the measured phase");
    }

    @Test
    void aMachineElsewhereIsNamedThoughItIsTheOnlyOne() {
        trial.hosts = List.of(Case.host("load-1", 0.97, 0.13, 0.02));
        assertThat(trial.expect(Rule.MACHINE_CPU, Grade.DEGRADED).cause())
                .isEqualTo("the processors of host load-1 were busy for 97 % of the measured phase");
    }

    @Test
    void aCoordinatorThatOnlyCoordinatesIsNotJudgedByItsMachine() {
        trial.hosts = List.of(Case.host("coordinator", 0.99, 0.3, 0.5), Case.host("load-1", 0.6, 0.13, 0.02));
        TrialHost elsewhere = Case.machine("load-1", 4, 0, "w1");
        trial.machines = List.of(Case.machine("coordinator", 4, 0), elsewhere);
        trial.expectValid();

        trial.machines = List.of(Case.machine("coordinator", 4, 3), elsewhere);
        assertThat(trial.verdict().reasons())
                .extracting(Reason::cause)
                .contains("the processors of host coordinator were busy for 99 % of the measured phase")
                .noneMatch(cause -> cause.contains("load-1"));
        trial.machines = List.of(Case.machine("coordinator", 4, 0, "w1"));
        assertThat(trial.verdict().grade()).isEqualTo(Grade.DEGRADED);
    }

    /** The worker uses 0.8 and the servers 0.3 of four cores. */
    @Test
    void whatOthersUseIsFoundAboveItsLimit() {
        trial.machineCores = OptionalDouble.of(1.1 + 0.59);
        trial.expectValid();
        trial.machineCores = OptionalDouble.of(1.1 + 0.61);
        assertThat(trial.expect(Rule.FOREIGN_CPU, Grade.DEGRADED).cause())
                .isEqualTo(
                        "other processes used 0.61 of the machine's 4 cores (15.2 %); the servers and workers used 1.10");
    }

    /** Others have 99 of 100 MB/s, and so 99 % of the time in which the disk was busy. */
    @Test
    void whatOthersHaveOfTheDiskIsFoundAboveItsLimit() {
        trial.diskWritten = OptionalDouble.of(100e6);
        trial.diskBusy = 0.151;
        trial.expectValid();
        trial.diskBusy = 0.2;
        assertThat(trial.expect(Rule.FOREIGN_DISK, Grade.DEGRADED).cause())
                .isEqualTo(
                        "other processes kept the disk busy for about 19.8 % of the measured phase: they wrote 99.0 MB/s and read 0.0 MB/s, the servers and workers 1.0 MB/s in all (busiest disk in use 20 %)");
        trial.diskWritten = OptionalDouble.of(1e6);
        trial.diskBusy = 1;
        trial.expectValid();
        trial.machines = List.of(Case.machine("coordinator", 4, 0, "w1"));
        trial.diskWritten = OptionalDouble.of(100e6);
        trial.expectValid();
    }

    @Test
    void aMachineThatNobodyElseUsesMayBeBusy() {
        trial.serverCores = 2.6;
        trial.machineCores = OptionalDouble.of(3.5);
        trial.expectValid();
    }

    @Test
    void waitingForProcessorsIsTheSystemsOwnDoingWhereNobodyElseUsesThem() {
        trial.serverCores = 2.6;
        trial.machineCores = OptionalDouble.of(3.5);
        trial.cpuPressure = 0.9;
        trial.expectValid();
        trial.cpuPressure = 0.91;
        assertThat(trial.expect(Rule.CPU_PRESSURE, Grade.DEGRADED).cause())
                .isEqualTo(
                        "processes waited for a processor for 91 % of the measured phase; the servers and workers alone used 3.40 of 4 cores, so the machine is overloaded");
    }

    private void machine(double busy, double steal, double memory) {
        trial.hosts = List.of(Case.host("coordinator", busy, steal, memory));
    }
}
