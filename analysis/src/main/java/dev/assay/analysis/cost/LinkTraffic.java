package dev.assay.analysis.cost;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.Series.Track;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The bytes that one acknowledged message sent over each link, by what processes sent and received over TCP: requests, acknowledgements and the
 * workers' reports to the coordinator are part of it.
 *
 * @param toServers from clients
 * @param toClients from servers, to all consumer groups together
 * @param amongServers from servers to servers: what they received and clients had not sent, and what they sent and clients did not receive;
 *     the two differ by what passes between anyone else
 */
record LinkTraffic(CostRange toServers, CostRange toClients, CostRange amongServers) {
    private static final CostRange NO_SERVERS =
            CostRange.notKnown("there were no servers, the system is in the workers");
    private static final CostRange THINNED = CostRange.notKnown(
            "the trial is so long that only the extremes of several seconds each are at hand, and no means");

    /** That of one phase, in which something was acknowledged. */
    static LinkTraffic of(TrialAnalysis trial, PhaseAnalysis phase) {
        if (trial.trial().system().nodes() == 0
                && !trial.trial().system().deployment().equals("existing")) {
            return new LinkTraffic(NO_SERVERS, NO_SERVERS, NO_SERVERS);
        }
        if (trial.secondsPerPoint() > 1) {
            return new LinkTraffic(THINNED, THINNED, THINNED);
        }
        CostRange sent = perSecond(trial, phase, Metrics.PROCESS_NETWORK_SENT, Labels.WORKER, "workers");
        CostRange received = perSecond(trial, phase, Metrics.PROCESS_NETWORK_RECEIVED, Labels.WORKER, "workers");
        CostRange serversSent = perSecond(trial, phase, Metrics.PROCESS_NETWORK_SENT, Labels.NODE, "servers");
        CostRange serversReceived = perSecond(trial, phase, Metrics.PROCESS_NETWORK_RECEIVED, Labels.NODE, "servers");
        CostRange messages = CostRange.exactly(phase.achievedPerSecond());
        return new LinkTraffic(
                sent.dividedBy(messages),
                received.dividedBy(messages),
                rest(serversReceived, sent, serversSent, received).dividedBy(messages));
    }

    /** What is left of what servers received and sent. */
    private static CostRange rest(
            CostRange serversReceived, CostRange sent, CostRange serversSent, CostRange received) {
        for (CostRange part : List.of(serversReceived, sent, serversSent, received)) {
            if (!part.known()) {
                return part;
            }
        }
        return CostRange.over(List.of(
                Math.max(0, serversReceived.low() - sent.low()), Math.max(0, serversSent.low() - received.low())));
    }

    /** The sum over all processes of a kind of their means. */
    private static CostRange perSecond(
            TrialAnalysis trial, PhaseAnalysis phase, Metric metric, String label, String whose) {
        double sum = 0;
        boolean any = false;
        for (Track track : trial.series().tracks(metric)) {
            OptionalDouble mean = track.during(phase.phase()).average();
            if (!track.labels().get(label).isEmpty() && mean.isPresent()) {
                sum += mean.getAsDouble();
                any = true;
            }
        }
        return any ? CostRange.exactly(sum) : CostRange.notKnown("the trial has no " + metric.name() + " of " + whose);
    }

    /** From the lowest to the highest of several trials; unknown where it is for any. */
    static CostRange together(List<CostRange> values) {
        for (CostRange value : values) {
            if (!value.known()) {
                return value;
            }
        }
        return CostRange.of(
                values.stream().mapToDouble(CostRange::low).min().orElseThrow(),
                values.stream().mapToDouble(CostRange::high).max().orElseThrow());
    }
}
