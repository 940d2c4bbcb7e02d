package dev.assay.world;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Statistic;
import dev.assay.analysis.statistics.Standstill;
import dev.assay.analysis.verdict.Rule;
import dev.assay.model.arrival.SplitMix;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.Delivery.PhaseDelivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.LostWorker;
import dev.assay.model.result.TrialHost;
import dev.assay.model.result.TrialSubscription;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.model.spec.Workload;
import dev.assay.model.spec.Workload.Subscription;
import dev.assay.model.timeline.Phase;
import dev.assay.model.trial.TrialSecond;
import dev.assay.world.Course.Part;
import dev.assay.world.Recorder.Arrival;
import dev.assay.world.Recorder.Kind;
import dev.assay.world.Recorder.Sent;
import dev.assay.world.Truth.Received;
import dev.assay.world.WorldRun.RunTrial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Compares what is stored and printed of a world with what the system did and what the texts of the world say. */
final class Oracles {
    /** Names what an oracle holds, so that a smaller world fails in the same way. */
    record Failure(String oracle, String what) {
        @Override
        public String toString() {
            return oracle + ": " + what;
        }
    }

    private static final Pattern ODD =
            Pattern.compile("\\bNaN\\b|Optional[.\\[]|Infinity|(?<![\\w.-])-0(?![\\w.])|\\bnull\\b|%[sd]|\\tat ");

    /** How many characters before and after it are shown. */
    private static final int AROUND_ODD = 60;

    private static final Pattern NEGATIVE = Pattern.compile("(?<!\\S)-\\d");

    private static final Pattern UNTIL = Pattern.compile("\\{ (\\S+): (\\S+)( KB)? }");

    private static final Pattern NUMBER = Pattern.compile("(?:subscription \\S+: |the driver reported )?(\\d+) ");

    /** A producer waits no shorter than this, in nanoseconds. */
    private static final long SHORTEST_WAIT = 100_000;

    /** The longest that a trial may take besides its load, in seconds. */
    private static final double LONGEST_BESIDES = 90;

    /** In a second of a standstill so many messages are due at least, and this fraction of them is answered at most. */
    private static final double STANDSTILL_LEAST = 20;

    private static final double STANDSTILL_ANSWERED = 0.05;

    /** Histograms keep three digits. */
    private static final double RESOLUTION = 1e-3;

    private final World world;
    private final RunTrial run;
    private final TrialAnalysis analysis;
    private final Course course;
    private final Truth truth;
    private final List<Subscription> subscriptions;
    /** Bounds the error of times that a worker has by its own clock; 0 where all clocks run at the same speed. */
    private final long slackNanos;

    private final List<Failure> failures = new ArrayList<>();

    private Oracles(World world, RunTrial run, TrialAnalysis analysis) {
        this.world = world;
        this.run = run;
        this.analysis = analysis;
        this.course = new Course(
                world,
                analysis.trial().course().phases().stream()
                        .collect(Collectors.toMap(Phase::name, phase -> phase.lengthNanos() / 1e9)));
        this.truth = new Truth(course, run);
        this.slackNanos = slack();
        this.subscriptions = run.plan().spec().workload().allSubscriptions();
    }

    /** Returns the stated error, or what it can be where that is less; a single worker's clock is compared with no other. */
    private long slack() {
        if (world.number(World.AROUND + "/gain-ppm", 0) == 0) {
            return 0;
        }
        return world.number(World.AROUND + "/workers", 1) == 1
                ? clockError()
                : Math.min(analysis.trial().setup().clockErrorNanos() + 1000, 2 * clockError());
    }

    /** Returns by how much a clock drifts between two estimates, the first of which may be late, and until the second has come, as late. */
    private long clockError() {
        return Math.round(Math.abs(world.number(World.AROUND + "/gain-ppm", 0))
                        * 1e3
                        * (1.1 + 2 * HarnessFaults.staleSeconds(world)))
                + 1000;
    }

    /** Checks what is said of the clocks of all machines but those of lost workers, which are not compared any more. */
    private void clocks() {
        Set<String> lost = analysis.trial().course().lostWorkers().stream()
                .map(LostWorker::worker)
                .collect(Collectors.toSet());
        for (TrialHost host : analysis.trial().setup().hosts()) {
            if (!Collections.disjoint(lost, host.workers())) {
                continue;
            }
            holds("clocks", host + " is wrong by more than " + clockError(), host.clockErrorNanos() <= clockError());
        }
    }

    /** Returns what does not hold; nothing where all is well. */
    static List<Failure> failures(WorldRun run) {
        List<Failure> all = new ArrayList<>();
        RunAnalysis whole = run.analysis();
        if (whole == null) {
            all.addAll(afterFailure(run));
            all.addAll(hanging(run));
            return all;
        }
        for (int index = 0; index < run.trials().size(); index++) {
            RunTrial trial = run.trials().get(index);
            TrialAnalysis analysis = whole.trials().stream()
                    .filter(one ->
                            one.trial().identity().number() == trial.plan().number())
                    .findFirst()
                    .orElseThrow();
            Oracles oracles = new Oracles(run.world(), trial, analysis);
            oracles.apply();
            all.addAll(oracles.failures);
        }
        all.addAll(hanging(run));
        boolean quiet = run.trials().stream()
                .noneMatch(trial -> trial.lost() > 0 || trial.faults().wasHit());
        if (quiet && run.texts().getFirst().contains("may be left behind")) {
            all.add(new Failure("closed", "says that something may be left behind, though every worker ended"));
        }
        for (String text : run.texts().subList(0, 2)) {
            odd(text).forEach(odd -> all.add(new Failure("text", "prints '" + odd + "'")));
        }
        return all;
    }

    /** Finds trials that took longer than their load, its drain and the time until a silent worker is given up, with much to spare. */
    private static List<Failure> hanging(WorldRun run) {
        double most = new Course(run.world()).parts().getLast().to() + LONGEST_BESIDES;
        return run.trials().stream()
                .filter(trial -> trial.faults().tookSeconds() > most)
                .map(trial -> new Failure("hangs", "took " + trial.faults().tookSeconds() + " s of at most " + most))
                .toList();
    }

    /** Returns what no text for people has, with what is around it; nothing where all is well. */
    static List<String> odd(String text) {
        return ODD.matcher(text)
                .results()
                .map(odd -> text.substring(
                        Math.max(0, odd.start() - AROUND_ODD), Math.min(text.length(), odd.end() + AROUND_ODD)))
                .toList();
    }

    /** Checks a run that ends with an exception, which only a worker that is lost and not tolerated gives. */
    private static List<Failure> afterFailure(WorldRun run) {
        World world = run.world();
        List<Failure> all = new ArrayList<>();
        RunTrial trial = run.trials().getFirst();
        String message = run.texts().getFirst();
        boolean tolerated = world.number(World.AROUND + "/tolerated", 0) > 0
                && trial.faults().tolerable();
        boolean clean = run.texts().getLast().equals(ExitCode.OK.name());
        if (trial.lost() == 0
                || tolerated
                || clean
                || !message.startsWith("worker w" + trial.lost() + " ")
                || !trial.faults().explains(message)) {
            all.add(new Failure("ends", run.texts().getLast() + ": " + message));
        }
        odd(message).forEach(odd -> all.add(new Failure("text", "ends with '" + odd + "'")));
        all.addAll(leftOpen(trial));
        return all;
    }

    /** Returns what a trial has left, however it has ended; nothing where all is closed. */
    static List<Failure> leftOpen(RunTrial trial) {
        return trial.left().size() > 1
                        || trial.recorder().open > 0
                        || !trial.recorder().topics.isEmpty()
                ? List.of(new Failure(
                        "closed",
                        "left: " + trial.left() + ", " + trial.recorder().open + " clients, "
                                + trial.recorder().topics))
                : List.of();
    }

    private void apply() {
        failures.addAll(leftOpen(run));
        phases();
        conditions();
        clocks();
        boolean spared = run.faults().maySpare()
                && analysis.trial().course().lostWorkers().isEmpty();
        if (run.lost() > 0 && !spared) {
            lostWorker();
        }
        if (run.lost() > 0 && (!spared || run.faults().hitRecheck())) {
            rows();
            return;
        }
        schedule();
        law();
        ledger();
        seconds();
        rates();
        standstills();
        latencies();
        drain();
        failures.addAll(WorkingConsumers.failures(world, run, truth));
        rows();
        verdict();
    }

    private void equal(String oracle, String what, long actual, long expected) {
        if (actual != expected) {
            failures.add(new Failure(oracle, what + " is " + actual + ", and should be " + expected));
        }
    }

    private void holds(String oracle, String what, boolean condition) {
        if (!condition) {
            failures.add(new Failure(oracle, what));
        }
    }

    private void phases() {
        List<String> actual = analysis.trial().course().phases().stream()
                .map(phase -> phase.name() + " " + phase.startNanos() + " " + phase.endNanos() + " " + phase.measured())
                .toList();
        List<String> expected = course.parts().stream()
                .map(part -> part.name() + " " + Math.round(part.from() * 1e9) + " " + Math.round(part.to() * 1e9) + " "
                        + !part.warmup())
                .toList();
        holds("phases", actual + " should be " + expected, actual.equals(expected));
    }

    /**
     * Checks phases that a condition ends: none is longer than its limit, a shorter one was ended two seconds ahead when the condition held,
     * and none goes on for long after it has sent enough.
     */
    private void conditions() {
        for (Part part : course.parts()) {
            String path = "phases/" + part.name();
            Matcher until = UNTIL.matcher(world.text(path + "/until", ""));
            if (!until.matches()) {
                continue;
            }
            boolean sent = until.group(1).equals("sent");
            double longest = Course.seconds(world.text(path + "/at-most", ""));
            boolean shorter = part.to() - part.from() < longest - 1e-9;
            holds("until", part + " is longer than " + longest, part.to() - part.from() <= longest + 1e-9);
            if (sent) {
                double bytes = 1000 * Double.parseDouble(until.group(2));
                double stale = Math.ceil(HarnessFaults.staleSeconds(world));
                double early = bytes(part.from() - stale, part.to() - 2);
                double late = bytes(part.from() + 1, part.to() - 4 - stale);
                holds("until", part + " ended after " + early + " of " + bytes + " bytes", !shorter || early >= bytes);
                holds("until", part + " goes on after " + late + " of " + bytes + " bytes", late < bytes);
            } else {
                holds(
                        "until",
                        part + " ended before " + until.group(2) + " had caught up",
                        !shorter || wasCaughtUp(until.group(2), Math.floor(part.to()) - 2));
            }
        }
    }

    /** Returns how much payload was sent between two times, by the mean size. */
    private double bytes(double from, double to) {
        return run.plan().spec().workload().message().meanBytes()
                * Truth.count(
                        run.recorder().sent.values(),
                        one -> truth.seconds(one.handed) >= from && truth.seconds(one.handed) < to);
    }

    /** Tells whether it had caught up by the last second that may have been known, or by one before it. */
    private boolean wasCaughtUp(String group, double last) {
        for (double at = last; at >= last - 1 - Math.ceil(HarnessFaults.staleSeconds(world)); at--) {
            if (caughtUp(group, at)) {
                return true;
            }
        }
        return false;
    }

    /** Tells whether the backlog of all subscriptions of a group was less than a second of load for the five seconds before. */
    private boolean caughtUp(String group, double at) {
        for (double second = at - 5; second <= at; second++) {
            double behind = second;
            double load = Math.max(
                    course.count(second) - course.count(second - 1), course.count(second + 1) - course.count(second));
            if (subscriptions.stream()
                    .filter(one -> one.groupName().equals(group))
                    .anyMatch(one -> truth.acked(-1, behind) - truth.firstArrivals(one.name(), -1, behind) > load)) {
                return false;
            }
        }
        return true;
    }

    /** Checks what holds although one worker can't tell what it did. */
    private void lostWorker() {
        long lost = run.lost();
        long workers = world.number(World.AROUND + "/workers", 1);
        holds("lost", "it goes on, which is not tolerated", world.number(World.AROUND + "/tolerated", 0) > 0);
        List<String> names = analysis.trial().course().lostWorkers().stream()
                .map(LostWorker::worker)
                .toList();
        holds("lost", "of the workers " + names + " are lost", names.equals(List.of("w" + lost)));
        Set<String> codes =
                analysis.verdict().reasons().stream().map(Reason::code).collect(Collectors.toSet());
        holds("lost", "the verdict says " + codes, codes.contains(Rule.WORKER_LOST.code()));
        Delivery delivery = analysis.trial().delivery();
        equal(
                "lost",
                "sum of outcomes",
                delivery.unsent() + delivery.acked() + delivery.failed() + delivery.unknown() + delivery.notKnown(),
                delivery.scheduled());
        List<Sent> told = truth.sent("").stream()
                .filter(one -> one.id.producer() % workers != lost - 1)
                .toList();
        equal("lost", "acked of the others", delivery.acked(), Truth.count(told, one -> one.acked >= 0));
        equal("lost", "failed of the others", delivery.failed(), Truth.count(told, one -> one.failed));
        Map<String, Long> whole = course.whole();
        long scheduled = 0;
        for (PhaseDelivery phase : delivery.phases()) {
            equal(
                    "lost",
                    "sum of outcomes of " + phase.phase(),
                    phase.unsent() + phase.acked() + phase.failed() + phase.unknown() + phase.notKnown(),
                    phase.scheduled());
            if (constant()) {
                equal(
                        "lost",
                        "scheduled of " + phase.phase(),
                        phase.scheduled(),
                        whole.getOrDefault(phase.phase(), -1L));
            }
            scheduled += phase.scheduled();
        }
        equal("lost", "scheduled of all phases", scheduled, delivery.scheduled());
        boolean sound = world.get(World.AROUND + "/defect").isEmpty()
                && Set.of(
                                "law",
                                "mean",
                                "stall-at",
                                "stall-for",
                                "noise-percent",
                                "drift-to",
                                "drift-for",
                                "decay-from",
                                "decay-for")
                        .containsAll(world.map("systems/memory").keySet());
        for (SubscriptionDelivery one : delivery.subscriptions()) {
            Received received = truth.received(one.subscription(), "");
            holds(
                    "lost",
                    one + " of " + received,
                    one.received() + one.notKnown() <= delivery.scheduled() && one.received() <= received.received());
            if (sound && !codes.contains(Rule.NOT_DRAINED.code())) {
                equal("lost", "lost of " + one.subscription(), one.lost(), 0);
                equal("lost", "duplicated of " + one.subscription(), one.duplicated(), 0);
                equal("lost", "unexpected of " + one.subscription(), one.unexpected(), 0);
                equal("lost", "corrupted of " + one.subscription(), one.corrupted(), 0);
            }
        }
        for (PhaseAnalysis phase : analysis.phases()) {
            holds(
                    "lost",
                    "achieved " + phase.achievedPerSecond() + " of " + phase.offeredPerSecond(),
                    phase.achievedPerSecond() >= 0 && phase.achievedPerSecond() <= phase.offeredPerSecond() + 1e-9);
        }
    }

    /** Compares each answer with the law of the in-memory system, where nothing but messages that fail or are lost is added to it. */
    private void law() {
        Set<String> timeless = Set.of(
                "law",
                "mean",
                "lose-every",
                "withhold-every",
                "duplicate-every",
                "reorder-every",
                "fail-every",
                "redeliver-every",
                "leaderless-partition");
        if (!timeless.containsAll(world.map("systems/memory").keySet())
                || world.text(World.AROUND + "/defect", "").startsWith("SEND")) {
            return;
        }
        String law = world.text("systems/memory/law", "none");
        double mean = 1e9 * Course.seconds(world.text("systems/memory/mean", "1 ms"));
        Map<Integer, Long> taken = new HashMap<>();
        List<Sent> inOrder = run.recorder().sent.values().stream()
                .filter(one -> !one.failed)
                .sorted(Comparator.comparingLong(one -> one.id.sequence()))
                .toList();
        for (Sent one : inOrder) {
            long index = taken.merge(one.id.producer(), 1L, Long::sum) - 1;
            double uniform = SplitMix.uniform(0x5EED, index);
            double latency = switch (law) {
                case "constant" -> mean;
                case "uniform" -> 2 * mean * uniform;
                case "exponential" -> -Math.log(uniform) * mean;
                default -> 0;
            };
            if (one.acked >= 0 && Math.abs(one.acked - one.handed - latency) > 1) {
                failures.add(new Failure(
                        "law", one.id + " was answered after " + (one.acked - one.handed) + " ns, not " + latency));
                return;
            }
        }
    }

    private boolean constant() {
        return world.text("workload/arrivals", "constant").equals("constant");
    }

    /** Compares the times at which messages were due, and their numbers, with the integral of the rate. */
    private void schedule() {
        long producers = run.plan().spec().workload().totalProducers();
        for (Sent message : run.recorder().sent.values()) {
            double due = course.count(truth.seconds(message.intended));
            long number = message.id.producer() + message.id.sequence() * producers;
            if (constant() && Math.abs(due - number) > 1e-4) {
                failures.add(new Failure(
                        "schedule", message.id + " is due after " + due + " messages, and should be after " + number));
                break;
            }
        }
        long inFlight = inFlight();
        for (Sent message : run.recorder().sent.values()) {
            long late = message.callStart - message.intended;
            if (late < -slackNanos
                    || (inFlight == Long.MAX_VALUE && late > SHORTEST_WAIT + slackNanos)
                    || message.handed < message.callStart - slackNanos) {
                failures.add(new Failure("schedule", message.id + " was sent " + late + " ns late"));
                break;
            }
        }
        Delivery delivery = analysis.trial().delivery();
        Map<String, Long> whole = course.whole();
        for (PhaseDelivery phase : delivery.phases()) {
            long expected = whole.getOrDefault(phase.phase(), -1L);
            if (constant()) {
                equal("schedule", "scheduled of phase " + phase.phase(), phase.scheduled(), expected);
            } else {
                Part part = part(phase.phase());
                double mean = course.count(part.to()) - course.count(part.from());
                holds(
                        "schedule",
                        phase.scheduled() + " of phase " + phase.phase() + " with a mean of " + mean,
                        Math.abs(phase.scheduled() - mean) < 6 * Math.sqrt(mean) + 10);
            }
        }
    }

    /** Returns how many messages each producer may have in flight where it may be reached; otherwise the largest number. */
    private long inFlight() {
        long limit = world.text("workload/in-flight", "5000").equals("client")
                ? Long.MAX_VALUE
                : world.number("workload/in-flight", 5000);
        return limit < 5000 ? limit : Long.MAX_VALUE;
    }

    private void ledger() {
        Delivery delivery = analysis.trial().delivery();
        List<Sent> sent = truth.sent("");
        equal("ledger", "sent", delivery.sent(), sent.size());
        equal("ledger", "acked", delivery.acked(), Truth.count(sent, one -> one.acked >= 0));
        equal("ledger", "failed", delivery.failed(), Truth.count(sent, one -> one.failed));
        equal("ledger", "unknown", delivery.unknown(), Truth.count(sent, one -> !one.failed && one.acked < 0));
        equal("ledger", "violations", delivery.violations(), run.recorder().violations);
        equal("ledger", "not known", delivery.notKnown(), 0);
        equal("ledger", "subscriptions", delivery.subscriptions().size(), subscriptions.size());
        for (SubscriptionDelivery one : delivery.subscriptions()) {
            compare(one, "");
            equal("ledger", "unexpected", one.unexpected(), truth.broken(one.subscription(), Kind.FOREIGN));
            equal(
                    "ledger",
                    "corrupted",
                    one.corrupted(),
                    truth.broken(one.subscription(), Kind.BROKEN_HEADER)
                            + truth.broken(one.subscription(), Kind.BROKEN_BODY));
        }
        equal("ledger", "phases", delivery.phases().size(), course.parts().size());
        for (PhaseDelivery phase : delivery.phases()) {
            List<Sent> due = truth.sent(phase.phase());
            equal("ledger", "sent of " + phase.phase(), phase.sent(), due.size());
            equal("ledger", "acked of " + phase.phase(), phase.acked(), Truth.count(due, one -> one.acked >= 0));
            equal("ledger", "failed of " + phase.phase(), phase.failed(), Truth.count(due, one -> one.failed));
            phase.subscriptions().forEach(one -> compare(one, phase.phase()));
        }
    }

    private void compare(SubscriptionDelivery actual, String phase) {
        String name = actual.subscription();
        String of = " of " + name + (phase.isEmpty() ? "" : " in " + phase);
        Received expected = truth.received(name, phase);
        equal("ledger", "received" + of, actual.received(), expected.received());
        equal("ledger", "missing" + of, actual.missing(), expected.missing());
        equal("ledger", "undelivered" + of, actual.undelivered(), expected.undelivered());
        equal("ledger", "duplicated" + of, actual.duplicated(), expected.duplicated());
        equal("ledger", "redelivered" + of, actual.redelivered(), expected.redelivered());
        equal("ledger", "recovered" + of, actual.recovered(), expected.recovered());
        if (!queue(name)) {
            equal("ledger", "out of order" + of, actual.outOfOrder(), expected.outOfOrder());
        }
        if (!phase.isEmpty()) {
            equal("ledger", "corrupted bodies" + of, actual.corrupted(), expected.brokenBodies());
        }
    }

    private boolean queue(String subscription) {
        return subscription(subscription).group().queue();
    }

    private Subscription subscription(String name) {
        return subscriptions.stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Compares what was reported second by second: none is missing, and they add up. */
    private void seconds() {
        double overslept = HarnessFaults.overslept(world);
        double near = 1e-8 + slackNanos / 1e9 + (overslept > 0 ? overslept + 1 : 0);
        double last = 0;
        long response = 0;
        long acked = 0;
        Iterator<Long> toldNanos = run.recorder().toldNanos.iterator();
        for (TrialSecond second : run.seconds()) {
            holds(
                    "seconds",
                    "second " + second.seconds() + " follows " + last,
                    second.seconds() > last && second.seconds() <= last + 1.5 + overslept);
            last = second.seconds();
            double told = truth.seconds(toldNanos.next());
            holds(
                    "seconds",
                    "second " + last + " is reported at " + told,
                    told <= last + 1.5 + HarnessFaults.staleSeconds(world)
                            || last > truth.seconds(run.recorder().closedNanos) - 1);
            response += second.response().getTotalCount();
            holds("seconds", "acked falls at " + last, second.totals().acked() >= acked);
            acked = second.totals().acked();
            holds(
                    "seconds",
                    "acked by " + last + " is " + acked + ", and should be " + truth.acked(-1, last),
                    acked >= truth.acked(-1, last - near) && acked <= truth.acked(-1, last + near));
            holds(
                    "seconds",
                    "offered by " + last + " is " + second.totals().offered() + ", and should be " + course.count(last),
                    !constant() || overslept > 0 || Math.abs(second.totals().offered() - course.count(last)) <= 1.001);
        }
        Delivery delivery = analysis.trial().delivery();
        equal("seconds", "acked in the last second", acked, delivery.acked());
        equal("seconds", "responses of all seconds", response, delivery.acked());
        Map<LatencyMetric, Long> samples = new LinkedHashMap<>();
        run.intervals().stream()
                .flatMap(interval -> interval.interval().histograms().stream())
                .forEach((IntervalHistogram one) ->
                        samples.merge(one.metric(), one.histogram().getTotalCount(), Long::sum));
        equal("seconds", "calls in intervals", samples.getOrDefault(LatencyMetric.SCHEDULE_LAG, 0L), delivery.sent());
        equal("seconds", "answers in intervals", samples.getOrDefault(LatencyMetric.SERVICE, 0L), delivery.acked());
    }

    private void rates() {
        for (PhaseAnalysis phase : analysis.phases()) {
            Part part = part(phase.phase().name());
            double length = part.to() - part.from();
            double offered = (double)
                    analysis.trial().delivery().phase(part.name()).orElseThrow().scheduled();
            holds(
                    "rates",
                    "offered in " + part.name() + " is " + phase.offeredPerSecond() + ", and should be "
                            + offered / length,
                    Math.abs(phase.offeredPerSecond() * length - offered) <= 1e-3 + 1e-6 * offered);
            near(
                    "achieved in " + part.name(),
                    phase.achievedPerSecond() * length,
                    Math.min(offered, (double) truth.acked(part.from(), part.to())),
                    edge(part.from()) + edge(part.to()));
            for (TrialSubscription one : analysis.trial().course().subscriptions()) {
                phase.row(Statistic.RECEIVED, one.name())
                        .ifPresent(row -> near(
                                "received by " + one.name() + " in " + part.name(),
                                row.value() * length,
                                (double) truth.firstArrivals(one.name(), part.from(), part.to()),
                                edge(one.name(), part.from()) + edge(one.name(), part.to()) + held(one.name())));
            }
        }
    }

    /** Checks that each standstill has a second in which messages were due and next to none was answered. */
    private void standstills() {
        if (Truth.count(run.recorder().sent.values(), one -> one.failed) > 0) {
            return; // Nobody wrote down when they failed.
        }
        for (PhaseAnalysis phase : analysis.measured()) {
            Part part = part(phase.phase().name());
            for (Standstill one : phase.standstills()) {
                double from = part.from() + one.fromSeconds();
                boolean still = false;
                for (double second = Math.floor(from); second < from + one.seconds(); second++) {
                    still |= still(second);
                }
                holds("standstill", one + " of " + part + " has no silent second", still);
            }
        }
    }

    private boolean still(double second) {
        long sent = Truth.count(
                run.recorder().sent.values(),
                one -> truth.seconds(one.intended) >= second && truth.seconds(one.intended) < second + 1);
        double due = Math.max((double) sent, course.count(second + 1) - course.count(second));
        return due > STANDSTILL_LEAST - 1 && truth.acked(second, second + 1) <= STANDSTILL_ANSWERED * due + 1;
    }

    private static double whole(double seconds) {
        return Math.abs(seconds - Math.rint(seconds));
    }

    /**
     * Returns how many acknowledgements came in the seconds that the edge of a phase cuts in two; what comes at the end of one is in it
     * (seed 685).
     */
    private double edge(double at) {
        double overslept = HarnessFaults.overslept(world);
        if (overslept > 0) {
            return truth.acked(Math.floor(at - overslept) - 1, Math.ceil(at + overslept) + 1);
        }
        return whole(at) < 1e-9
                ? 1e-6 * Math.max(1, at)
                        + truth.acked(at - 1e-9 - slackNanos / 1e9, at + 1e-9 + slackNanos / 1e9)
                        + slackNanos / 1e9 * truth.acked(at - 1, at + 1)
                : truth.acked(Math.floor(at), Math.ceil(at) + 1e-9 + slackNanos / 1e9);
    }

    /** Consumers on several workers learn of each other's messages a second later. */
    private double edge(String subscription, double at) {
        double stale = HarnessFaults.overslept(world) + (shared(subscription) ? HarnessFaults.staleSeconds(world) : 0);
        if (shared(subscription) || stale > 0) {
            return truth.firstArrivals(subscription, Math.floor(at - stale) - 1, Math.ceil(at + stale) + 1);
        }
        return whole(at) < 1e-9
                ? 1e-6
                        + truth.firstArrivals(subscription, at - 1e-9 - slackNanos / 1e9, at + 1e-9 + slackNanos / 1e9)
                        + slackNanos / 1e9 * truth.firstArrivals(subscription, at - 1, at + 1)
                : truth.firstArrivals(subscription, Math.floor(at), Math.ceil(at) + 1e-9 + slackNanos / 1e9);
    }

    private void near(String what, double actual, double expected, double tolerance) {
        holds(
                "rates",
                what + " is " + actual + ", and should be " + expected + " within " + tolerance,
                Math.abs(actual - expected) <= tolerance + 1e-6 * Math.abs(expected));
    }

    private Part part(String phase) {
        return course.parts().stream()
                .filter(part -> part.name().equals(phase))
                .findFirst()
                .orElseThrow();
    }

    /** Returns how many messages may be held back at the two edges of a phase, to be given with the time at which they had come. */
    private double held(String subscription) {
        if (!world.text(World.AROUND + "/defect", "").equals("SWAP")) {
            return 0;
        }
        Workload load = run.plan().spec().workload();
        return 2.0 * subscription(subscription).group().consumers() * load.topics() * load.partitions();
    }

    /** Tells whether consumers of the subscription were on several workers, which learn of each other's messages a second later. */
    private boolean shared(String subscription) {
        return run.recorder().workers.getOrDefault(subscription, Set.of()).size() > 1;
    }

    /** Checks that clients are closed before the time for it is over only once everything has arrived that ever does. */
    private void drain() {
        double end = course.parts().getLast().to() + Course.seconds(world.text("timing/drain", "60 s"));
        if (WorkingConsumers.isOnlyDelayed(world) && truth.seconds(run.recorder().closedNanos) < end) {
            for (Subscription one : subscriptions) {
                equal(
                        "drain",
                        "missing of " + one.name(),
                        truth.received(one.name(), "").missing(),
                        0);
            }
        }
    }

    private void latencies() {
        for (PhaseAnalysis phase : analysis.measured()) {
            String name = phase.phase().name();
            List<Sent> due = truth.sent(name);
            List<Sent> acked = due.stream().filter(one -> one.acked >= 0).toList();
            PhaseDelivery delivery = analysis.trial().delivery().phase(name).orElseThrow();
            long scheduled = delivery.scheduled();
            long unsent = delivery.unsent();
            compare(
                    phase,
                    LatencyMetric.SCHEDULE_LAG,
                    "",
                    due.stream().mapToLong(one -> one.callStart - one.intended),
                    unsent);
            compare(
                    phase,
                    LatencyMetric.SERVICE,
                    "",
                    acked.stream().mapToLong(one -> one.acked - one.callStart),
                    scheduled - unsent - acked.size());
            compare(
                    phase,
                    LatencyMetric.RESPONSE,
                    "",
                    acked.stream().mapToLong(one -> one.acked - one.intended),
                    scheduled - acked.size());
            for (TrialSubscription one : analysis.trial().course().subscriptions()) {
                List<Arrival> first = truth.first(one.name(), name);
                if (shared(one.name()) && truth.received(one.name(), "").duplicated() > 0) {
                    continue;
                }
                compare(
                        phase,
                        LatencyMetric.END_TO_END,
                        one.name(),
                        first.stream().mapToLong(arrival -> arrival.nanos() - truth.sent(arrival).intended),
                        scheduled - first.size());
                compare(
                        phase,
                        LatencyMetric.SEND_TO_RECEIVE,
                        one.name(),
                        first.stream().mapToLong(arrival -> arrival.nanos() - truth.sent(arrival).callStart),
                        scheduled - unsent - first.size());
            }
        }
    }

    private void compare(
            PhaseAnalysis phase, LatencyMetric metric, String subscription, LongStream samples, long censored) {
        long[] sorted = samples.sorted().toArray();
        String of = metric + (subscription.isEmpty() ? "" : " of " + subscription) + " in "
                + phase.phase().name();
        Reading most = phase.row(Statistic.max(metric), subscription).orElse(null);
        if (sorted.length == 0 || most == null) {
            holds("latency", of + " has no samples, or should have none", sorted.length == 0 && most == null);
            return;
        }
        equal("latency", "n of " + of, most.n(), sorted.length);
        equal(
                "latency",
                "censored of " + of,
                Math.round(phase.row(Statistic.censored(metric), subscription)
                        .orElseThrow()
                        .value()),
                censored);
        close("max of " + of, most.value(), (double) sorted[sorted.length - 1], (double) sorted[sorted.length - 1]);
        double mean = Arrays.stream(sorted).average().orElseThrow();
        close(
                "mean of " + of,
                phase.row(Statistic.mean(metric), subscription).orElseThrow().value(),
                mean * (1 - RESOLUTION),
                mean);
        for (double percent : LatencyStatistic.PERCENTS) {
            double rank = percent / 100 * (sorted.length + censored);
            int least = Math.clamp((long) Math.ceil(rank - 1e-6), 1, sorted.length);
            int largest = Math.clamp((long) Math.ceil(rank + 1e-6), 1, sorted.length);
            Reading row =
                    phase.row(Statistic.quantile(metric, percent), subscription).orElseThrow();
            close("p" + percent + " of " + of, row.value(), (double) sorted[least - 1], (double) sorted[largest - 1]);
            if (rank > sorted.length + 1e-6) {
                holds("latency", "p" + percent + " of " + of + " is no lower bound: " + row, row.lowerBound());
            }
        }
    }

    private void close(String what, double actual, double least, double most) {
        holds(
                "latency",
                what + " is " + actual + ", and should be " + least + " to " + most,
                actual >= least - 1 - slackNanos && actual <= (most + slackNanos) * (1 + RESOLUTION) + 1);
    }

    /** Checks what holds for all values, whatever was measured. */
    private void rows() {
        Set<String> seen = new HashSet<>();
        for (Reading row : analysis.rows()) {
            holds("rows", "twice: " + row.source(), seen.add(row.source().toString()));
            boolean signed = row.statistic().equals(Statistic.BACKLOG_GROWTH);
            holds("rows", "negative: " + row, signed || !(row.value() < 0));
            holds("rows", "unordered: " + row, !(row.low() > row.value()) && !(row.high() < row.value()));
            holds("rows", "not a number: " + row, !row.counts() || Double.isFinite(row.value()));
        }
        for (PhaseAnalysis phase : analysis.measured()) {
            for (LatencyMetric metric : LatencyMetric.values()) {
                double before = 0;
                for (double percent : LatencyStatistic.PERCENTS) {
                    double value = phase.row(Statistic.quantile(metric, percent))
                            .map(Reading::value)
                            .orElse(before);
                    holds("rows", metric + " falls at p" + percent + " to " + value, value >= before);
                    before = value;
                }
            }
        }
    }

    private void verdict() {
        Map<String, List<String>> reasons = new LinkedHashMap<>();
        for (Reason reason : analysis.verdict().reasons()) {
            reasons.computeIfAbsent(reason.code(), key -> new ArrayList<>()).add(reason.cause());
        }
        List<Received> received = subscriptions.stream()
                .map(one -> truth.received(one.name(), ""))
                .toList();
        Set<String> disturbed = Set.of("disturbed");
        List<Sent> sent = judged(disturbed).stream()
                .flatMap(part -> truth.sent(part.name()).stream())
                .toList();
        boolean missing = reasons.containsKey(Rule.MISSING.code());
        says(reasons, Rule.VIOLATIONS, List.of(run.recorder().violations));
        saysInAll(reasons, Rule.MESSAGES_FAILED, Truth.count(sent, one -> one.failed));
        saysInAll(reasons, Rule.MESSAGES_UNKNOWN, Truth.count(sent, one -> !one.failed && one.acked < 0));
        saysInAll(
                reasons,
                Rule.UNSENT,
                judged(Set.of("disturbed", "either", "overload")).stream()
                        .mapToLong(part -> analysis.trial()
                                .delivery()
                                .phase(part.name())
                                .orElseThrow()
                                .unsent())
                        .sum());
        says(reasons, Rule.DUPLICATES, judged(disturbed, subscriptions, Received::duplicated));
        says(
                reasons,
                Rule.CORRUPTED,
                subscriptions.stream()
                        .map(one -> truth.broken(one.name(), Kind.BROKEN_BODY)
                                + truth.broken(one.name(), Kind.BROKEN_HEADER))
                        .toList());
        says(
                reasons,
                Rule.UNEXPECTED,
                subscriptions.stream()
                        .map(one -> truth.broken(one.name(), Kind.FOREIGN))
                        .toList());
        says(
                reasons,
                Rule.OUT_OF_ORDER,
                judged(
                        disturbed,
                        subscriptions.stream()
                                .filter(one -> !one.group().queue())
                                .toList(),
                        Received::outOfOrder));
        // While messages still arrive nobody can tell which of them are lost.
        boolean under = reasons.containsKey(Rule.NOT_DRAINED.code())
                || analysis.verdict().findings().stream()
                        .anyMatch(finding -> finding.code().equals(Rule.NOT_DRAINED.code()));
        if (!under) {
            says(
                    reasons,
                    Rule.UNDELIVERED,
                    received.stream().map(Received::undelivered).toList());
            List<Long> lost = received.stream()
                    .map(one -> one.missing() - one.undelivered())
                    .toList();
            says(reasons, missing ? Rule.MISSING : Rule.LOSS, lost);
            says(reasons, missing ? Rule.LOSS : Rule.MISSING, List.of());
        }
        Set<String> left =
                reasons.keySet().stream().filter(code -> !LOAD.contains(code)).collect(Collectors.toSet());
        if (slackNanos > 0) {
            left.remove(Rule.CLOCK_ERROR.code());
        }
        holds("verdict", "says " + left + " of " + reasons, left.isEmpty());
        for (Reason reason : analysis.verdict().reasons()) {
            holds(
                    "verdict",
                    "has a number below zero: " + reason,
                    !NEGATIVE.matcher(reason.cause()).find());
            if (reason.code().equals(Rule.RATE_MISSED.code())) {
                holds("verdict", "misses none of its rate: " + reason, missesRate(reason.phase()));
            }
        }
        for (PhaseAnalysis phase : analysis.measured()) {
            String name = phase.phase().name();
            boolean nothing = phase.offeredPerSecond() > 0 && Truth.count(truth.sent(name), one -> one.acked >= 0) == 0;
            boolean said = analysis.verdict().reasons().stream()
                    .anyMatch(reason -> reason.code().equals(Rule.NOTHING_MEASURED.code())
                            && reason.phase().equals(name));
            boolean expected = analysis.verdict().findings().stream()
                    .anyMatch(finding -> finding.code().equals(Rule.NOTHING_MEASURED.code())
                            && finding.phase().equals(name));
            holds("verdict", "of " + name + " something was measured: " + !nothing, nothing == (said || expected));
        }
        if (calm()) {
            List<Reason> more = analysis.verdict().reasons().stream()
                    .filter(reason -> LOAD.contains(reason.code()))
                    .toList();
            holds("verdict", "blames a calm system: " + more, more.isEmpty());
        }
    }

    /** Returns the phases that expect none of these. */
    private List<Part> judged(Set<String> expectations) {
        return course.parts().stream()
                .filter(part -> !expectations.contains(world.text("phases/" + part.name() + "/expect", "")))
                .toList();
    }

    private List<Long> judged(Set<String> forgiving, List<Subscription> of, ToLongFunction<Received> count) {
        return of.stream()
                .map(one -> judged(forgiving).stream()
                        .mapToLong(part -> count.applyAsLong(truth.received(one.name(), part.name())))
                        .sum())
                .toList();
    }

    /**
     * Tells whether fewer messages of a phase than 99.9 % were sent, acknowledged or received by its end; or, as counts are stored by the
     * second, of those due by the last whole second before it, by then.
     */
    private boolean missesRate(String phase) {
        double end = part(phase).to();
        return missesRate(phase, end) || missesRate(phase, Math.floor(end + 1e-9));
    }

    private boolean missesRate(String phase, double end) {
        Predicate<Sent> counts = one -> truth.seconds(one.intended) <= end;
        List<Sent> due = truth.sent(phase).stream().filter(counts).toList();
        long later = Truth.count(truth.sent(phase), counts.negate());
        double enough =
                0.999 * (analysis.trial().delivery().phase(phase).orElseThrow().scheduled() - later);
        return Truth.count(due, one -> truth.seconds(one.callStart) <= end) < enough
                || Truth.count(due, one -> one.acked >= 0 && truth.seconds(one.acked) <= end) < enough
                || subscriptions.stream()
                        .anyMatch(one -> truth.first(one.name(), phase).stream()
                                        .filter(arrival -> truth.seconds(arrival.nanos()) <= end
                                                && counts.test(truth.sent(arrival)))
                                        .count()
                                < enough);
    }

    /** Names what only the pace of messages leads to. */
    private static final Set<String> LOAD = codes(
            Rule.RATE_MISSED,
            Rule.DRIFT,
            Rule.TWO_LEVELS,
            Rule.OUTSTANDING_GROWING,
            Rule.NOT_DRAINED,
            Rule.NOT_STEADY,
            Rule.SCHEDULE_LAG,
            Rule.NOTHING_MEASURED);

    private static Set<String> codes(Rule... rules) {
        return Arrays.stream(rules).map(Rule::code).collect(Collectors.toSet());
    }

    /** Tells whether nothing slows messages down: a constant latency, no faults, and consumers that take them at once. */
    private boolean calm() {
        Set<String> harmless = Set.of("law", "mean");
        String law = world.text("systems/memory/law", "none");
        return (law.equals("none") || law.equals("constant"))
                && harmless.containsAll(world.map("systems/memory").keySet())
                && world.get(World.AROUND + "/defect").isEmpty()
                && world.get("events").isEmpty()
                && !HarnessFaults.tellTooLate(world)
                && inFlight() == Long.MAX_VALUE
                && subscriptions.stream()
                        .allMatch(one -> one.group().processing().isZero()
                                && one.group().startAt().isEmpty());
    }

    /** Compares the numbers that the causes of a rule begin with, with those that it has to name, one for each subscription concerned. */
    private void says(Map<String, List<String>> reasons, Rule rule, List<Long> counts) {
        List<String> causes = Objects.requireNonNullElse(reasons.remove(rule.code()), List.of());
        List<Long> said = causes.stream().map(Oracles::number).sorted().toList();
        List<Long> expected =
                counts.stream().filter(count -> count > 0).sorted().toList();
        holds("verdict", rule.code() + " says " + causes + ", and should name " + expected, said.equals(expected));
    }

    /** Returns the number that a cause begins with, after the subscription or the driver that it is about. */
    private static long number(String cause) {
        Matcher number = NUMBER.matcher(cause.replaceAll("(?<=\\d)[,\\h](?=\\d{3}\\b)", ""));
        return number.lookingAt() ? Long.parseLong(number.group(1)) : -1;
    }

    /** Compares the sum of the counts that the causes of a rule begin with, one for each phase, with the number there was. */
    private void saysInAll(Map<String, List<String>> reasons, Rule rule, long count) {
        List<String> causes = Objects.requireNonNullElse(reasons.remove(rule.code()), List.of());
        long said = causes.stream().mapToLong(Oracles::number).sum();
        holds("verdict", rule.code() + " says " + causes + ", and should name " + count, said == count);
    }
}
