package dev.assay.provision.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.assay.provision.telemetry.SocketTraffic.Bytes;
import org.junit.jupiter.api.Test;

class SocketTrafficTest {
    private static final String REAL_LINE =
            "ESTAB 0      0      [::ffff:127.0.0.1]:47994 [::ffff:127.0.0.1]:15117 users:((\"java\",pid=8302,fd=71)) bbr"
                    + " wscale:1,1 rto:212 rtt:9.939/12.34 ato:40 mss:50949 pmtu:65535 rcvmss:536 advmss:65483 cwnd:18"
                    + " bytes_sent:4525 bytes_acked:4526 bytes_received:2757 segs_out:37 segs_in:33 data_segs_out:27"
                    + " bbr:(bw:50949000000bps,mrtt:0.008) send 738168427bps lastsnd:6288 minrtt:0.008 snd_wnd:101898";

    private final SocketTraffic traffic = new SocketTraffic();

    private static String line(int pid, int port, long out, long in) {
        return "ESTAB 0 0 127.0.0.1:" + port + " 127.0.0.1:9092 users:((\"java\",pid=" + pid + ",fd=7)) cubic"
                + (out == 0 ? "" : " bytes_sent:" + out + " bytes_acked:" + out)
                + (in == 0 ? "" : " bytes_received:" + in) + " segs_out:3\n";
    }

    @Test
    void theFirstLookOnlySetsTheBase() {
        assertThat(traffic.next(REAL_LINE)).isEmpty();
        assertThat(traffic.next(
                        REAL_LINE.replace("acked:4526", "acked:5526").replace("received:2757", "received:2759")))
                .containsExactly(entry(8302L, new Bytes(2, 1000)));
    }

    @Test
    void theConnectionsOfAProcessAddUp() {
        traffic.next(line(1, 100, 10, 20) + line(1, 101, 0, 5) + line(2, 102, 1, 1));
        assertThat(traffic.next(line(1, 100, 15, 20) + line(1, 101, 7, 6) + line(2, 102, 1, 1)))
                .containsOnly(entry(1L, new Bytes(1, 12)), entry(2L, new Bytes(0, 0)));
    }

    @Test
    void aNewConnectionCountsWholly() {
        traffic.next("");
        assertThat(traffic.next(line(1, 100, 15, 20))).containsExactly(entry(1L, new Bytes(20, 15)));
    }

    @Test
    void aConnectionWithTheSameEndsThatBeganAnewCountsWholly() {
        traffic.next(line(1, 100, 15000, 20000));
        assertThat(traffic.next(line(1, 100, 15, 20))).containsExactly(entry(1L, new Bytes(20, 15)));
    }

    @Test
    void aConnectionOfTwoProcessesCountsForBoth() {
        traffic.next("");
        String shared = line(1, 100, 15, 20).replace("fd=7))", "fd=7),(\"java\",pid=2,fd=9))");
        assertThat(traffic.next(shared)).containsOnlyKeys(1L, 2L);
    }

    @Test
    void connectionsOfNobodyAreLeftOut() {
        traffic.next("");
        assertThat(traffic.next("TIME-WAIT 0 0 127.0.0.1:100 127.0.0.1:9092\n\n"))
                .isEmpty();
    }
}
