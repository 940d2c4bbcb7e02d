package dev.assay.analysis.bottleneck;

import static dev.assay.analysis.bottleneck.BottleneckCase.host;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.analysis.bottleneck.PhaseBottlenecks.NotKnown;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.calibration.HarnessCeiling;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.ObservedMachine;
import dev.assay.model.spec.InFlight;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests each resource at its limit and just below it; all other tests would fail if a resource were found without cause. */
class BottleneckFinderTest {
    private final BottleneckCase trial = new BottleneckCase();

    @Test
    void farFromEveryLimitNoneIsFound() {
        trial.heldBack = 0;

        PhaseBottlenecks limits = trial.limits();

        assertThat(limits.reached()).isEmpty();
        assertThat(limits.notKnown()).isEmpty();
        assertThat(limits.noneFound()).isTrue();
        assertThat(BottleneckText.headline(limits)).isEqualTo("nothing found");
        assertThat(BottleneckText.resources(limits)).isEqualTo("none");
        assertThat(limits.judged()).extracting(BottleneckIndicator::resource).contains(Resource.values());
    }

    /** The servers are existing ones, on a machine other than the coordinator's. */
    @Test
    void whatAnObserverTellsIsHeldAgainstItsMachinesCalibration() {
        trial.deployment = "existing";
        trial.machine = Labels.of(Labels.HOST, "server");
        trial.hosts = List.of(host(Metrics.COORDINATOR, 0, "w1"));
        assertThat(trial.limits().notKnown()).extracting(NotKnown::reason).contains("they run elsewhere");

        trial.hosts = List.of(host(Metrics.COORDINATOR, 0, "w1"), host("server", 1), host("other", 1));
        trial.observed = Map.of(
                "server", new ObservedMachine(List.of("broker-1"), 1, trial.status()),
                "other", new ObservedMachine(List.of("broker-2"), 1, CalibrationStatus.NEVER));
        trial.diskWritten = _ -> 350e6;
        trial.nodeCores = 3.61;

        assertThat(trial.limits().resources()).contains(Resource.DISK);
        assertThat(trial.limits().reached())
                .extracting(BottleneckIndicator::what)
                .containsExactlyInAnyOrder("disk writes", "node broker-1 used");
        assertThat(trial.limits().notKnown())
                .extracting(NotKnown::reason)
                .doesNotContain("they run elsewhere")
                .contains("no calibration: " + CalibrationStatus.NEVER.note());
    }

    /** Two thirds of the seconds at 400 MB/s and one third at 300 are 366.7 on average, more than 340. */
    @Test
    void theDiskWritesNearlyWhatItCan() {
        trial.diskWritten = second -> second % 3 == 0 ? 300e6 : 400e6;

        only(Resource.DISK);
        assertThat(BottleneckText.evidence(trial.limits()))
                .containsExactly(
                        "disk: disk writes 366.7 MB/s, 92 % of the 400.0 MB/s calibrated (limit 340.0 MB/s, reached in 67 % of 30 s)");
        trial.diskWritten = _ -> 339e6;
        assertThat(trial.limits().noneFound()).isTrue();
    }

    @Test
    void theDiskIsInUseNearlyAllTheTime() {
        trial.diskBusy = second -> second == 0 ? 0.5 : 1;
        trial.calibrated = false;

        assertThat(trial.limits().resources()).as("needs no calibration").containsExactly(Resource.DISK);
        assertThat(BottleneckText.evidence(trial.limits()).getFirst())
                .isEqualTo("disk: busiest disk in use 98 % (limit 95 %, reached in 97 % of 30 s)");
        trial.diskBusy = second -> second < 3 ? 0.5 : 0.99;
        assertThat(trial.limits().reached()).isEmpty();
    }

    @Test
    void theProcessorsOfTheMachineAreBusy() {
        trial.cpuBusy = _ -> 0.9;
        only(Resource.PROCESSOR);
        trial.cpuBusy = _ -> 0.89;
        assertThat(trial.limits().noneFound()).isTrue();
    }

    @Test
    void aNodeUsesNearlyAllOfItsProcessors() {
        trial.nodeCores = 3.61;

        only(Resource.PROCESSOR);
        assertThat(BottleneckText.evidence(trial.limits()).getFirst())
                .isEqualTo("processor: node broker-1 used 3.61 cores (limit 3.60 cores, reached in 100 % of 30 s)");
    }

    @Test
    void loopbackCarriesNearlyWhatItCan() {
        trial.loopback = 850e6;
        only(Resource.NETWORK);
    }

    @Test
    void theWorkerUsesNearlyAllOfItsMachine() {
        trial.workerCores = 3.2;
        only(Resource.HARNESS);
    }

    @Test
    void theRateIsNearTheHarnesssCeiling() {
        trial.acked = 400_000;
        trial.serviceNanos = 1_000_000;

        only(Resource.HARNESS);
        assertThat(BottleneckText.evidence(trial.limits()))
                .containsExactly(
                        "harness: acknowledged 400,000 msg/s, 80 % of the 500,000 msg/s calibrated (limit 400,000 msg/s, reached in 100 % of 30 s)");
        trial.acked = 399_000;
        assertThat(trial.limits().noneFound()).isTrue();
    }

    @Test
    void aHarnessThatNobodyMeasuredHasNoCeiling() {
        trial.ceilings = List.of();

        assertThat(BottleneckText.evidence(trial.limits()))
                .containsExactly("not known: harness (fraction of the harness's ceiling): not measured; 'assay run"
                        + " harness-ceiling --keep-as harness' measures it");
    }

    /** The next step was never tried, so the harness may sustain a much higher rate. */
    @Test
    void aCeilingThatWasNotFoundIsNotReached() {
        trial.ceilings = List.of(
                new HarnessCeiling(1, 1024, 500_000, 500_000, false, 2),
                new HarnessCeiling(10, 1024, 100_000, 1_000_000, true, 2));
        trial.serviceNanos = 1_000_000;
        trial.acked = 400_000;

        assertThat(trial.limits().reached()).isEmpty();
        assertThat(BottleneckText.evidence(trial.limits()))
                .containsExactly(
                        "not known: harness (fraction of the harness's ceiling): the calibration stopped before reaching it;"
                                + " it is at least 500000 msg/s");
        trial.acked = 399_000;
        assertThat(trial.limits().noneFound()).isTrue();
    }

    /** The worker takes 2 us with one subscription and 10 us with ten: 0.889 us for each further one, 5.556 us with five. */
    @Test
    void theCeilingFallsWithEachSubscription() {
        assertThat(trial.calibration().ceiling(0)).hasValue(500_000.0);
        assertThat(trial.calibration().ceiling(1)).hasValue(500_000.0);
        assertThat(trial.calibration().ceiling(5).orElseThrow()).isCloseTo(180_000, within(1.0));
        assertThat(trial.calibration().ceiling(10).orElseThrow()).isCloseTo(100_000, within(1e-6));
        assertThat(trial.calibration().ceiling(19).orElseThrow()).isCloseTo(55_555.6, within(0.1));
    }

    /** At 10 000 msg/s of 950 ms each, 9500 are in flight: 95 % of what two producers may have. */
    @Test
    void theProducersHaveInFlightWhatTheyMay() {
        trial.serviceNanos = 951_000_000;
        only(Resource.CLIENT_BUFFERS);
        assertThat(BottleneckText.headline(trial.limits())).isEqualTo("client buffers");
        trial.serviceNanos = 940_000_000;
        assertThat(trial.limits().noneFound()).isTrue();
        trial.serviceNanos = 951_000_000;
        trial.inFlight = InFlight.CLIENT;
        assertThat(trial.limits().notKnown())
                .singleElement()
                .satisfies(unknown -> assertThat(unknown.what()).isEqualTo("messages in flight"));
    }

    @Test
    void halfOfTheMessagesAreSentLate() {
        trial.scheduleLagNanos = 2_010_000;
        only(Resource.CLIENT_BUFFERS);
        trial.scheduleLagNanos = 1_900_000;
        assertThat(trial.limits().noneFound()).isTrue();
    }

    @Test
    void producersWaitForRoomInTheirClient() {
        trial.bufferWait = 0.25;
        only(Resource.CLIENT_BUFFERS);
        assertThat(BottleneckText.evidence(trial.limits()))
                .containsExactly(
                        "client buffers: time that producers of worker w1 waited for space in their client 25 %"
                                + " (limit 10 %, reached in 100 % of 30 s)");
        trial.bufferWait = 0.09;
        assertThat(trial.limits().noneFound()).isTrue();
    }

    /** Brokers of a managed service do this, when they sell so many bytes a second. */
    @Test
    void serversHoldProducersBack() {
        trial.heldBack = 0.45;
        trial.scheduleLagNanos = 500_000_000;
        assertThat(trial.limits().resources()).containsExactly(Resource.THROTTLING, Resource.CLIENT_BUFFERS);
        assertThat(BottleneckText.evidence(trial.limits()))
                .contains(
                        "throttling: time that servers kept producers of worker w1 from sending, by quotas or alarms, 45 %"
                                + " (limit 10 %, reached in 100 % of 30 s)");
        trial.heldBack = 0.09;
        trial.scheduleLagNanos = 20_000;
        assertThat(trial.limits().reached()).isEmpty();
    }

    @Test
    void aWorkerWithoutMemoryIsTheBottleneckAndNotWhatThatBringsAbout() {
        trial.memoryWait = 0.75;
        trial.cpuBusy = _ -> 0.97;
        trial.bufferWait = 0.6;
        trial.scheduleLagNanos = 500_000_000;

        assertThat(BottleneckText.headline(trial.limits())).isEqualTo("harness");
        assertThat(BottleneckText.evidence(trial.limits()))
                .containsExactly(
                        "harness: time that threads of worker w1 waited for memory, added up 75 % (limit 20 %, n = 30)",
                        "not known: processor (processors busy), client buffers (time that producers of worker w1 waited for"
                                + " space in their client), client buffers (median schedule lag): threads of a worker waited"
                                + " for memory meanwhile");
        trial.memoryWait = 0.1;
        assertThat(trial.limits().resources()).containsExactly(Resource.PROCESSOR, Resource.CLIENT_BUFFERS);
    }

    @Test
    void causesComeBeforeWhatTheyBringAbout() {
        trial.scheduleLagNanos = 500_000_000;
        trial.diskBusy = _ -> 1;
        trial.cpuBusy = _ -> 0.95;

        assertThat(trial.limits().resources())
                .containsExactly(Resource.DISK, Resource.PROCESSOR, Resource.CLIENT_BUFFERS);
        assertThat(BottleneckText.resources(trial.limits())).isEqualTo("disk processor client-buffers");
    }

    @Test
    void withoutACalibrationWhatNeedsOneIsNotKnown() {
        trial.calibrated = false;

        PhaseBottlenecks limits = trial.limits();

        assertThat(limits.noneFound()).isFalse();
        assertThat(BottleneckText.headline(limits))
                .isEqualTo("nothing found, but these could not be judged: disk, network, harness");
        assertThat(BottleneckText.resources(limits)).isEqualTo("not-known");
        assertThat(BottleneckText.evidence(limits))
                .containsExactly(
                        "not known: disk (fraction of the disk's write rate), network (loopback), harness (fraction of the"
                                + " harness's ceiling): no calibration: this machine has not been calibrated");
        assertThat(limits.fractions()).isEmpty();
    }

    @Test
    void ofATrialWithoutSeriesItIsSaidWhatIsMissing() {
        trial.diskSeries = false;

        assertThat(BottleneckText.evidence(trial.limits()))
                .contains("not known: disk (busiest disk in use), disk (disk writes): not in the recorded series");
    }

    @Test
    void onSeveralDisksTheirSumIsNotHeldAgainstOne() {
        trial.wholeDisks = 2;
        trial.diskWritten = _ -> 700e6;

        assertThat(trial.limits().reached()).isEmpty();
        assertThat(BottleneckText.evidence(trial.limits()))
                .containsExactly(
                        "not known: disk (fraction of the disk's write rate): the machine has 2 disks, and the series only has"
                                + " their total");
    }

    @Test
    void whereTheDiskCouldNotBeMeasuredTheReasonIsKept() {
        trial.diskWrites = Optional.empty();

        assertThat(BottleneckText.evidence(trial.limits()))
                .containsExactly("not known: disk (fraction of the disk's write rate): no direct");
    }

    @Test
    void otherMachinesWereNotCalibrated() {
        trial.hosts = List.of(host(Metrics.COORDINATOR, 3), host("w1", 0, "w1"));

        assertThat(trial.limits().notKnown())
                .extracting(PhaseBottlenecks.NotKnown::resource)
                .contains(Resource.NETWORK, Resource.HARNESS, Resource.PROCESSOR);
    }

    @Test
    void valuesStandBesideWhatTheMachineDoes() {
        assertThat(BottleneckText.fractions(trial.limits()))
                .contains(
                        "syncs of all nodes 370.0/s: 74 % of the 500.0/s that this disk can do with one writer (n = 30 s)",
                        "disk writes 50.0 MB/s: 13 % of the 400.0 MB/s that this disk can write (n = 30 s)",
                        "acknowledged 10,000 msg/s: 2.0 % of the 500,000 msg/s that one worker can sustain with the in-memory"
                                + " system (n = 30 s)");
    }

    /** The floor is 31 us of 4.02 ms; nothing was received, so that end-to-end has no value to compare. */
    @Test
    void latenciesStandBesideTheHarnesssOwn() {
        assertThat(BottleneckText.fractions(trial.limits()))
                .last()
                .isEqualTo("response p50 4.02 ms: 0.8 % of it is the harness floor of 31.0 us (n = 300,000)");
        trial.hosts = List.of(host(Metrics.COORDINATOR, 3), host("w1", 0, "w1"));
        assertThat(trial.limits().floors())
                .as("of workers elsewhere it is not known")
                .isEmpty();
        trial.hosts = List.of(host(Metrics.COORDINATOR, 3, "w1"));
        trial.floor = Optional.empty();
        assertThat(trial.limits().floors()).isEmpty();
    }

    private void only(Resource resource) {
        assertThat(trial.limits().resources()).containsExactly(resource);
        assertThat(trial.limits().notKnown()).isEmpty();
    }

    /** An old run directory has no calibration, whatever the machine that it is read on has. */
    @Test
    void ofOldRunsNothingWasRecorded() {
        assertThat(CalibrationStatus.NOT_RECORDED.note()).isEqualTo("no calibration was recorded");
    }
}
