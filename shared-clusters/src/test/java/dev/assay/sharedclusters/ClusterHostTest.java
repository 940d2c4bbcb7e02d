package dev.assay.sharedclusters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What tests of other JVMs can do with clusters, and what becomes of these. */
class ClusterHostTest {
    private static final Duration LONG = Duration.ofHours(1);

    @TempDir
    Path folder;

    private final AtomicInteger starts = new AtomicInteger();
    private final BlockingQueue<FakeCluster> started = new LinkedBlockingQueue<>();
    private HeldClusters clusters;
    private ClusterHost host;

    @BeforeEach
    void open() throws IOException {
        clusters = new HeldClusters(this::start, LONG);
        host = new ClusterHost(folder, clusters);
    }

    private HeldCluster start(String variant) throws IOException {
        starts.incrementAndGet();
        if (variant.equals("broken")) {
            throw new IOException("no room");
        }
        FakeCluster cluster = new FakeCluster();
        started.add(cluster);
        return new HeldCluster(cluster);
    }

    @AfterEach
    void close() throws IOException {
        host.close();
        clusters.close();
    }

    private Wire user(String variant) throws IOException {
        return user(variant, folder);
    }

    private static Wire user(String variant, Path folder) throws IOException {
        Wire wire = new Wire(SocketChannel.open(ClusterHost.address(folder)));
        wire.ask(variant);
        return wire;
    }

    private static void awaitDone(FakeCluster cluster, String what) {
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!cluster.done.contains(what)) {
            assertThat(System.nanoTime()).as("%s, only %s", what, cluster.done).isLessThan(deadline);
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void allUsersOfASystemHaveOneCluster() throws IOException {
        HostedCluster one = new HostedCluster(folder, "kafka 1");
        HostedCluster two = new HostedCluster(folder, "kafka 1");

        assertThat(one.answer(Answering.CONNECTION))
                .isEqualTo(two.answer(Answering.CONNECTION))
                .isEqualTo(new FakeCluster().connection());
        assertThat(starts).hasValue(1);
        new HostedCluster(folder, "kafka 2").answer(Answering.CONNECTION);
        assertThat(starts).hasValue(2);
    }

    @Test
    void whatThereIsToKnowArrivesAsItIs() throws IOException {
        Map<String, String> told = new HostedCluster(folder, "kafka").answer(Answering.DESCRIBE);
        assertThat(Description.of(told)).isEqualTo(Description.of(new FakeCluster()));
    }

    @Test
    void brokersAreRestartedAsByAFaultOfAProof() throws Exception {
        try (Wire user = user("kafka")) {
            user.ask(Answering.RESTART);
        }
        assertThat(started.take().done).startsWith("kill-one", "heal");
    }

    @Test
    void whatAUserHasFrozenThawsWhenItIsGone() throws Exception {
        try (Wire user = user("kafka")) {
            user.ask(Answering.FREEZE);
            assertThat(started.element().done).containsExactly("STOP broker-1", "STOP broker-2");
        }
        awaitDone(started.element(), "CONT broker-2");
    }

    @Test
    void aClusterEndsWhenItIsUsedNoLongerAndStartsAgainWhenItIsAskedFor() throws Exception {
        Path other = folder.resolve("other");
        try (HeldClusters shortLived = new HeldClusters(this::start, Duration.ZERO);
                ClusterHost itsHost = new ClusterHost(other, shortLived)) {
            assertThat(itsHost).isNotNull();
            Wire one = user("kafka", other);
            Wire two = user("kafka", other);
            FakeCluster first = started.take();
            one.close();
            two.ask(Answering.CONNECTION);
            assertThat(first.done).isEmpty();
            two.close();
            awaitDone(first, "close");

            user("kafka", other).close();

            awaitDone(started.take(), "close");
        }
        assertThat(starts).hasValue(2);
    }

    @Test
    void whatCouldNotBeStartedIsToldToEveryoneAndNotTriedAgain() throws IOException {
        HostedCluster hosted = new HostedCluster(folder, "broken");
        for (Answering each : new Answering[] {hosted, hosted, new HostedCluster(folder, "broken")}) {
            assertThatThrownBy(() -> each.answer(Answering.CONNECTION))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the shared cluster of broken could not be started: no room");
        }
        assertThat(starts).hasValue(1);
    }

    @Test
    void aClusterThatHasLostAServerIsReplacedOnceATestWasToldButNotForEver() throws Exception {
        HostedCluster hosted = new HostedCluster(folder, "kafka");
        for (int lost = 1; lost <= 3; lost++) {
            hosted.answer(Answering.CONNECTION);
            assertThat(starts).hasValue(lost);
            FakeCluster cluster = started.take();
            cluster.failure = "broker-2 has ended";
            assertThatThrownBy(() -> hosted.answer(Answering.CONNECTION))
                    .hasMessage("the shared cluster is not whole any more: broker-2 has ended");
            assertThat(cluster.done).containsExactly("close");
        }
        assertThatThrownBy(() -> hosted.answer(Answering.CONNECTION))
                .hasMessageStartingWith("3 shared clusters were lost, the last so: ");
        assertThat(starts).hasValue(3);
    }

    @Test
    void allEndWithTheHost() throws Exception {
        user("kafka");
        clusters.close();
        assertThat(started.take().done).containsExactly("close");
    }
}
