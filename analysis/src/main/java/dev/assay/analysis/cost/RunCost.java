package dev.assay.analysis.cost;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.cost.PointCost.Line;
import dev.assay.analysis.cost.PointCost.Weight;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityRecord.State;
import dev.assay.model.result.CapacityTrial;
import dev.assay.model.result.Interval;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.TrialHost;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.verification.VerificationByRun;
import dev.assay.model.verification.VerificationStatus;
import dev.assay.scenario.experiment.CapacityEstimate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a run's messages would cost at given prices: bytes per link and rates as measured, prices as listed, and where both end the words not
 * known. Ranges are carried through: no line has a value that is narrower than what it was made of.
 */
public final class RunCost {
    /** Seconds of a day. */
    public static final double DAY = 86_400;

    /** Seconds of the 30 days that bills call a month. */
    public static final double MONTH = 30 * DAY;

    private static final double MILLION = 1e6;
    private static final double GIGABYTE = 1e9;
    private static final double HOUR = 3_600;

    private final PriceList prices;
    private final CostAssumptions assumed;
    private final List<VerificationByRun> verifications;

    private RunCost(PriceList prices, CostAssumptions assumed, List<VerificationByRun> verifications) {
        this.prices = prices;
        this.assumed = assumed;
        this.verifications = verifications;
    }

    /** The load for which something is planned, and how that is known. */
    private record Load(String name, CostRange perSecond, String how) {}

    /** Each point of a run: those searched for capacity, then those of other trials; none of which no trial counts. */
    public static List<PointCost> of(RunAnalysis run, PriceList prices, CostAssumptions assumed) {
        RunCost cost = new RunCost(prices, assumed, run.allVerifications());
        Map<String, TrialAnalysis> trials = new LinkedHashMap<>();
        run.trials().forEach(trial -> trials.put(trial.trial().folder(), trial));
        List<PointCost> points = new ArrayList<>();
        for (CapacityEstimate searches : CapacityEstimate.of(run.run().capacities())) {
            List<TrialAnalysis> sustained = sustained(searches, trials);
            if (!sustained.isEmpty()) {
                points.add(cost.point(searches.label(), capacity(searches), sustained, assumed.headroom()));
            }
        }
        run.run()
                .capacities()
                .forEach(search ->
                        search.trials().stream().map(CapacityTrial::folder).forEach(trials::remove));
        Map<String, List<TrialAnalysis>> others = trials.values().stream()
                .filter(trial -> trial.verdict().grade() != Grade.INVALID)
                .collect(
                        Collectors.groupingBy(trial -> trial.trial().label(), LinkedHashMap::new, Collectors.toList()));
        others.forEach((label, same) -> points.add(cost.point(label, measured(same), same, 0)));
        return points;
    }

    /** The trials of searches that are nearest to their capacity: those that decided and confirmed, or else all that passed. */
    private static List<TrialAnalysis> sustained(CapacityEstimate searches, Map<String, TrialAnalysis> trials) {
        Set<CapacityTrial> passed = new HashSet<>();
        searches.searches().forEach(search -> passed.addAll(search.trials()));
        passed.removeIf(trial -> trial.outcome() != CapacityTrial.Outcome.GOOD || !trials.containsKey(trial.folder()));
        Set<String> near = passed.stream()
                .filter(trial -> trial.purpose() == CapacityTrial.Purpose.DECIDE
                        || trial.purpose() == CapacityTrial.Purpose.CONFIRM)
                .map(CapacityTrial::folder)
                .collect(Collectors.toSet());
        if (near.isEmpty()) {
            passed.forEach(trial -> near.add(trial.folder()));
        }
        return trials.entrySet().stream()
                .filter(trial -> near.contains(trial.getKey()))
                .map(Map.Entry::getValue)
                .filter(trial -> !loads(trial).isEmpty())
                .toList();
    }

    /** The interval of all searches of a point; where there is none, what lies between the bounds of each. */
    private static Load capacity(CapacityEstimate point) {
        List<CapacityRecord> searches = point.searches();
        Optional<Interval> interval = point.interval();
        if (interval.isPresent() && searches.size() > 1) {
            return new Load(
                    "Capacity",
                    CostRange.of(interval.get().low(), interval.get().high()),
                    "interval at 95 % by " + searches.size() + " searches");
        }
        String how = "from the rate that was confirmed to the one that was missed, by "
                + (searches.size() == 1 ? "one search" : searches.size() + " searches")
                + "; no interval, which takes three that found one";
        if (searches.stream().anyMatch(search -> search.lowerPerSecond().isEmpty())) {
            return new Load("Capacity", CostRange.notKnown("a search confirmed no rate"), how);
        }
        boolean open = searches.stream()
                .anyMatch(search -> search.state() != State.FOUND
                        || search.ofHarness()
                        || search.upperPerSecond().isEmpty());
        double low = searches.stream()
                .mapToDouble(search -> search.lowerPerSecond().orElseThrow())
                .min()
                .orElseThrow();
        double high = open
                ? Double.POSITIVE_INFINITY
                : searches.stream()
                        .mapToDouble(search -> search.upperPerSecond().orElseThrow())
                        .max()
                        .orElseThrow();
        return new Load("Capacity", CostRange.of(low, high), how);
    }

    private static Load measured(List<TrialAnalysis> trials) {
        List<Double> rates = trials.stream()
                .flatMap(trial -> loads(trial).stream().map(PhaseAnalysis::achievedPerSecond))
                .toList();
        CostRange range = rates.isEmpty()
                ? CostRange.notKnown("nothing was acknowledged in a measured phase")
                : CostRange.over(rates);
        return new Load(
                "Measured load",
                range,
                "acknowledged in measured phases, of " + trials.size() + (trials.size() == 1 ? " trial" : " trials")
                        + "; the load that was offered, not a capacity: servers that can do more cost less for each message");
    }

    private static List<PhaseAnalysis> loads(TrialAnalysis trial) {
        return trial.measured().stream()
                .filter(phase -> phase.achievedPerSecond() > 0)
                .toList();
    }

    private PointCost point(String label, Load load, List<TrialAnalysis> trials, double headroom) {
        TrialRecord first = trials.getFirst().trial();
        List<Line> lines = new ArrayList<>();
        CostRange payload = payload(lines, first);
        CostRange rate = rate(lines, load, headroom);

        CostRange toServers = link(lines, "Clients to servers", trials, LinkTraffic::toServers, "sent by workers");
        CostRange toClients = link(
                lines,
                "Servers to clients",
                trials,
                LinkTraffic::toClients,
                "received by workers"
                        + (first.subscriptions().size() < 2
                                ? ""
                                : ", all " + first.subscriptions().size() + " subscriptions together"));
        CostRange among = link(
                lines,
                "Among servers",
                trials,
                LinkTraffic::amongServers,
                "received by servers less sent by workers, and sent by servers less received by workers");

        CostRange crossing = crossing(lines, toServers, toClients, among);
        CostRange transfer = transfer(lines, crossing);
        CostRange serverSecond = serverSecond(lines, trials);
        CostRange servers = add(
                lines,
                Weight.COST,
                "Servers, per million messages",
                currency() + " per million messages",
                serverSecond.dividedBy(rate).times(MILLION),
                "servers per second / load x 1,000,000",
                "");
        CostRange total = add(
                lines,
                Weight.TOTAL,
                "Total per million messages",
                currency() + " per million messages",
                servers.plus(transfer),
                "servers + transfer, per million messages",
                "");
        add(
                lines,
                Weight.TOTAL,
                "Total per GB of payload",
                currency() + " per GB of payload",
                total.dividedBy(payload.times(MILLION)).times(GIGABYTE),
                "total per million messages / (1,000,000 x payload) x 1,000,000,000 bytes",
                "");
        CostRange perSecond = serverSecond.plus(transfer.times(rate).times(1 / MILLION));
        add(
                lines,
                Weight.COST,
                "Total per day",
                currency() + " per day",
                perSecond.times(DAY),
                "(servers per second + transfer for each message x load) x 86,400 s",
                "");
        add(
                lines,
                Weight.COST,
                "Total per month",
                currency() + " per 30 days",
                perSecond.times(MONTH),
                "total per day x 30",
                "");
        return new PointCost(label, system(first.system()), level(first), lines, notes(trials));
    }

    private static CostRange payload(List<Line> lines, TrialRecord trial) {
        double mean = trial.workload().message().size().meanBytes();
        return add(
                lines,
                Weight.MEASURED,
                "Payload",
                "bytes per message",
                mean > 0 ? CostRange.exactly(mean) : CostRange.notKnown("messages have no payload"),
                "mean size of a message, before compression",
                "workload.message.size of the scenario");
    }

    private static CostRange rate(List<Line> lines, Load load, double headroom) {
        CostRange rate = add(
                lines, Weight.MEASURED, load.name(), "messages per second", load.perSecond(), load.how(), "the run");
        if (headroom == 0) {
            return rate;
        }
        return add(
                lines,
                Weight.MEASURED,
                "Planned load",
                "messages per second",
                rate.times(1 - headroom),
                "capacity x (1 - headroom)",
                String.format(Locale.ROOT, "headroom %.0f %%, as chosen", 100 * headroom));
    }

    private static CostRange link(
            List<Line> lines,
            String name,
            List<TrialAnalysis> trials,
            Function<LinkTraffic, CostRange> link,
            String what) {
        List<CostRange> values = new ArrayList<>();
        for (TrialAnalysis trial : trials) {
            loads(trial).forEach(phase -> values.add(link.apply(LinkTraffic.of(trial, phase))));
        }
        CostRange range = values.isEmpty()
                ? CostRange.notKnown("nothing was acknowledged in a measured phase")
                : LinkTraffic.together(values);
        return add(
                lines,
                Weight.MEASURED,
                name,
                "bytes per message",
                range,
                "TCP bytes " + what + ", by acknowledged messages",
                "series of " + values.size() + (values.size() == 1 ? " measured phase" : " measured phases"));
    }

    private CostRange crossing(List<Line> lines, CostRange toServers, CostRange toClients, CostRange among) {
        OptionalInt zones = assumed.zones();
        if (zones.isPresent() && zones.getAsInt() == 1) {
            return add(
                    lines,
                    Weight.COST,
                    "Between zones",
                    "bytes per message",
                    CostRange.exactly(0),
                    "all is in one zone",
                    "1 zone, as chosen");
        }
        CostRange bytes = zones.isEmpty()
                ? CostRange.notKnown("nobody said over how many zones clients and servers are spread: --zones")
                : new ZoneTransfer(List.of(
                                new ZoneTransfer.Link(
                                        "producers", toServers, ZoneTransfer.ofProducers(zones.getAsInt())),
                                new ZoneTransfer.Link(
                                        "consumers", toClients, ZoneTransfer.ofConsumers(zones.getAsInt())),
                                new ZoneTransfer.Link("servers", among, ZoneTransfer.amongServers(zones.getAsInt()))))
                        .bytes();
        return add(
                lines,
                Weight.COST,
                "Between zones",
                "bytes per message",
                bytes,
                "clients to servers x (Z - 1) / Z + servers to clients x (0 to (Z - 1) / Z) + among servers x ((Z - 1) / Z to 1)",
                zones.isEmpty() ? "" : "Z = " + zones.getAsInt() + " zones, evenly used, as chosen");
    }

    private CostRange transfer(List<Line> lines, CostRange crossing) {
        CostRange perByte = crossing.known() && crossing.high() == 0
                ? CostRange.exactly(0)
                : prices.perByte(PriceList.BETWEEN_ZONES);
        return add(
                lines,
                Weight.COST,
                "Transfer, per million messages",
                currency() + " per million messages",
                crossing.times(perByte).times(MILLION),
                "bytes between zones x price of a byte x 1,000,000",
                prices.sources(PriceList.BETWEEN_ZONES));
    }

    /** The price of all servers for a second. */
    private CostRange serverSecond(List<Line> lines, List<TrialAnalysis> trials) {
        Optional<String> machine = assumed.machine();
        CostRange price = machine.isPresent()
                ? prices.perHour(machine.get())
                : CostRange.notKnown("nobody said on which machines: --machine");
        CostRange count = assumed.machines().isPresent()
                ? CostRange.exactly(assumed.machines().getAsInt())
                : machines(trials);
        return add(
                lines,
                Weight.COST,
                "Servers, per second",
                currency() + " per second",
                count.times(price).times(1 / HOUR),
                "machines x price of an hour / 3,600 s",
                Stream.concat(counted(count).stream(), machine.map(prices::sources).stream())
                        .collect(Collectors.joining("; ")));
    }

    private Optional<String> counted(CostRange machines) {
        if (!machines.known()) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "%.0f %s, %s",
                machines.high(),
                machines.high() == 1 ? "machine" : "machines",
                assumed.machines().isPresent() ? "as chosen" : "as many as carried servers in the run"));
    }

    private static CostRange machines(List<TrialAnalysis> trials) {
        Map<Long, Integer> counts = new HashMap<>();
        for (TrialAnalysis trial : trials) {
            long carried = trial.trial().hosts().stream()
                    .filter(host -> host.nodes() > 0)
                    .count();
            counts.merge(carried, 1, Integer::sum);
        }
        if (counts.containsKey(0L)) {
            return CostRange.notKnown("the run does not tell how many machines carried servers: --machines");
        }
        return CostRange.over(counts.keySet().stream().map(Long::doubleValue).toList());
    }

    private List<String> notes(List<TrialAnalysis> trials) {
        List<String> notes = new ArrayList<>();
        long degraded = trials.stream()
                .filter(trial -> trial.verdict().grade() != Grade.VALID)
                .count();
        if (degraded > 0) {
            notes.add("Not VALID: " + degraded + " of " + trials.size() + (trials.size() == 1 ? " trial" : " trials")
                    + " behind it; the report of the run says why.");
        }
        boolean shared = trials.stream()
                .flatMap(trial -> trial.trial().hosts().stream())
                .anyMatch(host -> host.nodes() > 0 && !host.workers().isEmpty());
        if (shared) {
            notes.add(
                    "Load workers ran on a machine with servers: on machines of their own, servers may sustain more.");
        }
        List<String> kept = trials.stream()
                .flatMap(trial -> trial.trial().hosts().stream())
                .filter(host -> host.nodes() > 0 && host.machineCores() > 0)
                .map(TrialHost::machineCores)
                .distinct()
                .sorted()
                .map(String::valueOf)
                .toList();
        if (assumed.machine().isPresent() && !kept.isEmpty()) {
            notes.add("It was measured on machines of " + String.join(", ", kept)
                    + " processors. Whether " + assumed.machine().get()
                    + " sustains as much is not known: only a run there tells.");
        }
        notes.add("Not in it: storage of what is retained, backups, support, people, taxes, discounts.");
        return notes;
    }

    private String level(TrialRecord trial) {
        String verified = VerificationStatus.of(trial, verifications)
                .status()
                .name()
                .toLowerCase(Locale.ROOT)
                .replace('_', ' ');
        return trial.durability().named() + ", " + verified;
    }

    private static String system(SystemIdentity system) {
        return system.system() + " " + system.serverVersion();
    }

    private String currency() {
        return prices.currency();
    }

    private static CostRange add(
            List<Line> lines, Weight weight, String name, String unit, CostRange value, String formula, String input) {
        lines.add(new Line(name, unit, value, formula, input, weight));
        return value;
    }
}
