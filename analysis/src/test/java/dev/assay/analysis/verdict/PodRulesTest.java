package dev.assay.analysis.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.PlacedTrial;
import dev.assay.model.result.Placement;
import dev.assay.model.result.Placement.Node;
import dev.assay.model.result.Placement.ServerPod;
import dev.assay.model.result.Placement.WorkerPod;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Places two workers on nodes of their own, beside a server on a third; a test changes one thing. */
class PodRulesTest {
    private static final Node LARGE = new Node("eu-1a", "m5.large", "amd64", "2", "6.1.0");

    private final Case trial = new Case();
    private final List<WorkerPod> workers = new ArrayList<>(List.of(
            new WorkerPod("w1", "n1", "", "Guaranteed", List.of()),
            new WorkerPod("w2", "n2", "", "Guaranteed", List.of())));
    private final Map<String, Node> nodes = new TreeMap<>(Map.of("n1", LARGE, "n2", LARGE));
    private String serverNode = "n3";

    @Test
    void podsOfTheirOwnAreNoReason() {
        assertThat(verdict().reasons()).isEmpty();
    }

    @Test
    void aWorkerBesideAServerDegrades() {
        serverNode = "n2";
        expect(
                Rule.SHARED_NODE,
                "pods of the measured system ran where workers did, and shared processors, memory and network with them: worker w2 on node n2 with kafka-0");
        serverNode = "";
        assertThat(verdict().reasons()).as("not known").isEmpty();
    }

    @Test
    void aMeshIsNamed() {
        workers.set(0, new WorkerPod("w1", "n1", "", "Guaranteed", List.of("istio-proxy")));
        assertThat(expect(Rule.SIDECAR)).endsWith(": w1 (istio-proxy)");
    }

    @Test
    void lessThanGuaranteedDegrades() {
        workers.set(1, new WorkerPod("w2", "n2", "", "Burstable", List.of()));
        assertThat(expect(Rule.NOT_GUARANTEED)).endsWith(": w2 (Burstable)");
        workers.set(1, new WorkerPod("w2", "n2", "", "", List.of()));
        assertThat(verdict().reasons()).as("not known").isEmpty();
    }

    @Test
    void nodesOfTwoKindsDegrade() {
        nodes.put("n2", new Node("eu-1b", "m5.large", "amd64", "2", "6.1.0"));
        assertThat(verdict().reasons()).as("another zone").isEmpty();
        nodes.put("n2", new Node("eu-1a", "m6g.large", "arm64", "2", "6.1.0"));
        expect(
                Rule.NODE_KINDS,
                "workers ran on nodes of different kinds: w1 on m5.large amd64 2 processors 6.1.0; w2 on m6g.large arm64 2 processors 6.1.0");
        nodes.remove("n1");
        assertThat(verdict().reasons()).as("not known of one").isEmpty();
    }

    /** Reasons given when the placement was known are kept when its file is gone. */
    @Test
    void whatWasSaidAtTheTimeStays() {
        workers.set(0, new WorkerPod("w1", "n1", "", "Guaranteed", List.of("istio-proxy")));
        trial.atTheTime = verdict();
        assertThat(trial.verdict().reasons())
                .singleElement()
                .satisfies(reason -> assertThat(reason.cause()).contains("istio-proxy", "as judged at the time"));
    }

    private Verdict verdict() {
        Placement placement = new Placement(workers, List.of(new ServerPod("kafka-0", serverNode)), nodes, List.of());
        return VerdictRules.PRESENT.judge(new PlacedTrial(trial.stored(), placement));
    }

    private String expect(Rule rule) {
        Verdict verdict = verdict();
        assertThat(verdict.grade()).isEqualTo(Grade.DEGRADED);
        assertThat(verdict.reasons()).extracting(Reason::code).containsExactly(rule.code());
        return verdict.reasons().getFirst().cause();
    }

    private void expect(Rule rule, String cause) {
        assertThat(expect(rule)).isEqualTo(cause);
    }
}
