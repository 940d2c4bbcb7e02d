package dev.assay.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.Set;
import org.junit.jupiter.api.Test;

class CountersTest {
    private static final String STAT = """
            cpu  1000 200 300 5000 100 0 50 400 0 0
            cpu0 1 1 1 4900 50 1 1 300 0 0
            cpu1 1 1 1 100 50 1 1 100 0 0
            intr 5
            """;

    @Test
    void waitingForDisksIsIdleAndStolenTimeIsNot() {
        assertThat(CpuCounters.parse(STAT, Set.of(0, 1))).isEqualTo(new CpuCounters(51, 4.0, 2));
        assertThat(CpuCounters.parse(STAT, Set.of())).as("not known").isEqualTo(new CpuCounters(51, 4.0, 2));
    }

    /** A neighbour that fills processor 0 is not seen from processor 1. */
    @Test
    void onlyProcessorsThatAssayMayUseCount() {
        assertThat(CpuCounters.parse(STAT, Set.of(1, 7))).isEqualTo(new CpuCounters(1.5, 1.0, 1));
    }

    @Test
    void processorsAreReadAsTheKernelWritesThem() {
        assertThat(ProcText.processors("Name:\tjava\nCpus_allowed_list:\t0\n")).containsExactly(0);
        assertThat(ProcText.processors("Cpus_allowed_list:\t0-3,8")).containsExactly(0, 1, 2, 3, 8);
        assertThat(ProcText.processors("Cpus_allowed_list:\t2,4-5")).containsExactly(2, 4, 5);
        assertThat(ProcText.processors("Name:\tjava\n")).isEmpty();
    }

    @Test
    void onlyTheNamedDisksCount() {
        String diskstats = """
                   7       0 loop0 9 9 9 9 9 9 9 9 9 9 9 0 0 0 0
                 254       0 vda 5000 12 400 300 7000 800 1600 900 0 2500 1200 0 0 0 0 0 0
                 254       1 vda1 4000 12 300 300 7000 800 1500 900 0 2400 1200 0 0 0 0 0 0
                """;
        assertThat(DiskCounters.parse(diskstats, Set.of("vda")))
                .containsExactly(entry("vda", new DiskCounters(400 * 512, 1600 * 512, 2.5)));
    }

    @Test
    void loopbackIsCountedOnceAndApart() {
        String netDev = """
                Inter-|   Receive                                                |  Transmit
                 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop
                    lo: 1508455   15124    0    0    0     0          0         0  1508455   15124    0    0
                  eth0: 872139188   34460    0    0    0     0          0         0  2941902   26028    0    0
                  eth1:1000 1 0 0 0 0 0 0 2000 1 0 0
                """;
        assertThat(NetworkCounters.parse(netDev)).isEqualTo(new NetworkCounters(1508455, 872140188, 2943902));
    }

    @Test
    void pressureIsReadAsSecondsOfStall() {
        String io = """
                some avg10=0.09 avg60=0.02 avg300=0.00 total=17018398
                full avg10=0.00 avg60=0.00 avg300=0.00 total=16347059
                """;
        assertThat(Pressure.parse(io)).containsExactly(entry("full", 16.347059), entry("some", 17.018398));
    }
}
