package dev.assay.model.spec;

import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.result.Phase;
import dev.assay.model.spec.Incompatibility.Part;
import dev.assay.model.unit.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Whether phases, readers and events of a scenario go together. */
final class TimelineCheck {
    /** Names stand in the names of files. */
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");

    private static final KeyPath PHASES = KeyPath.TOP.to("phases");
    private static final KeyPath EVENTS = KeyPath.TOP.to("events");
    private static final KeyPath READERS = KeyPath.TOP.to("workload").to("readers");

    private final Workload workload;
    private final Map<String, PhaseSpec> phases;
    private final Map<String, EventSpec> events;
    /** When each phase begins, at the latest. */
    private final Map<String, Duration> begins = new LinkedHashMap<>();

    private final Duration end;
    private final boolean conditional;
    private final List<Incompatibility> found = new ArrayList<>();

    private TimelineCheck(
            Workload workload, Timing timing, Map<String, PhaseSpec> phases, Map<String, EventSpec> events) {
        this.workload = workload;
        this.phases = phases;
        this.events = events;
        this.conditional = phases.isEmpty()
                ? timing.warmup().untilSteady()
                : phases.values().stream().anyMatch(phase -> phase.until().given());
        this.end = phases.isEmpty() ? unnamed(timing) : named();
    }

    /**
     * Checks them.
     *
     * @throws IncompatibleKeysException with all that does not go together
     */
    static void check(Workload workload, Timing timing, Map<String, PhaseSpec> phases, Map<String, EventSpec> events) {
        TimelineCheck check = new TimelineCheck(workload, timing, phases, events);
        check.names();
        check.length();
        check.phases();
        check.load();
        workload.readers().forEach(check::reader);
        events.forEach(check::event);
        if (!check.found.isEmpty()) {
            throw new IncompatibleKeysException(
                    Stream.of("workload", "timing", "phases", "events")
                            .map(KeyPath.TOP::to)
                            .toList(),
                    check.found);
        }
    }

    private Duration unnamed(Timing timing) {
        if (timing.warmup().atMost().isPositive()) {
            begins.put(Phase.WARMUP, Duration.ZERO);
        }
        begins.put(Phase.MEASURE, timing.warmup().atMost());
        return timing.warmup().atMost().plus(timing.measure());
    }

    private Duration named() {
        Duration at = Duration.ZERO;
        for (Map.Entry<String, PhaseSpec> phase : phases.entrySet()) {
            begins.put(phase.getKey(), at);
            at = at.plus(phase.getValue().longest());
        }
        return at;
    }

    private void add(KeyPath key, Part part, String reason, String advice) {
        found.add(new Incompatibility(key, part, reason, advice));
    }

    private void length() {
        Duration latest = Duration.ofNanos(Phase.LATEST_END_NANOS);
        if (end.compareTo(latest) > 0) {
            add(
                    phases.isEmpty() ? KeyPath.TOP.to("timing") : PHASES,
                    Part.VALUE,
                    "the load can last " + DurationText.format(end) + ", but at most " + DurationText.format(latest)
                            + " are recorded",
                    "give shorter phases, or measure in several runs");
        }
    }

    private void names() {
        names(PHASES, phases.keySet());
        names(READERS, workload.readers().keySet());
        names(EVENTS, events.keySet());
        Set<String> subscriptions = new HashSet<>();
        for (Workload.Subscription subscription : workload.allSubscriptions()) {
            if (!subscriptions.add(subscription.name())) {
                add(
                        READERS.to(subscription.readerName()),
                        Part.NAME,
                        "two subscriptions would be called '" + subscription.name() + "'",
                        "those of a reader with several are called after it with their number: rename it");
            }
        }
    }

    private void names(KeyPath above, Set<String> names) {
        for (String name : names) {
            if (!NAME.matcher(name).matches()) {
                add(
                        above.to(name),
                        Part.NAME,
                        "a name takes up to 40 lower case letters, digits and hyphens",
                        "it stands in the names of files: rename it, for example to 'catch-up'");
            }
        }
    }

    private void phases() {
        if (!phases.isEmpty() && phases.values().stream().allMatch(PhaseSpec::warmup)) {
            add(PHASES, Part.NAME, "all are warm-ups, so nothing is measured", "leave warmup out of at least one");
        }
        phases.forEach((name, phase) -> {
            KeyPath until = PHASES.to(name).to("until");
            if (!phase.until().caughtUp().isEmpty()) {
                waits(until.to("caught-up"), name, phase.until().caughtUp());
            }
            if (phase.until().sent().bytes() > 0 && offered(phase).equals(LoadProfile.NONE)) {
                add(
                        until.to("sent"),
                        Part.VALUE,
                        "nothing is sent in a phase with the rate 'none'",
                        "give the phase a rate, or another end");
            }
        });
    }

    private void waits(KeyPath key, String phase, String name) {
        ReaderSpec reader = workload.allReaders().get(name);
        if (reader == null) {
            noReader(key, name);
        } else if (!reader.tails() && begin(reader.begin()).compareTo(begin(phase)) > 0) {
            add(
                    key,
                    Part.VALUE,
                    "reader '" + name + "' only begins later, with phase '" + reader.begin() + "'",
                    "wait for it in a phase in which it reads");
        }
    }

    private Duration begin(String phase) {
        return begins.getOrDefault(phase, Duration.ZERO);
    }

    private LoadProfile offered(PhaseSpec phase) {
        return phase.rate().own().orElse(workload.rate());
    }

    private void load() {
        boolean nothing = phases.isEmpty()
                ? workload.rate().equals(LoadProfile.NONE)
                : phases.values().stream().map(this::offered).allMatch(LoadProfile.NONE::equals);
        if (nothing) {
            boolean everywhere = workload.rate().equals(LoadProfile.NONE);
            add(
                    everywhere ? KeyPath.TOP.to("workload").to("rate") : PHASES,
                    everywhere ? Part.VALUE : Part.NAME,
                    "nothing is offered in any of the phases",
                    "give at least one of them a rate");
        }
    }

    private void reader(String name, ReaderSpec reader) {
        KeyPath key = READERS.to(name).to("begin");
        if (reader.tails()) {
            return;
        }
        if (!begins.containsKey(reader.begin())) {
            noPhase(key, reader.begin());
        } else if (begin(reader.begin()).isZero()) {
            add(
                    key,
                    Part.VALUE,
                    "'" + reader.begin() + "' is the first of the phases, with which a reader begins unless it says"
                            + " otherwise",
                    reader.hold() ? "remove begin and hold" : "remove it");
        }
    }

    private void event(String name, EventSpec event) {
        KeyPath key = EVENTS.to(name);
        checkReader(key.to("pause"), event.pause(), event);
        checkReader(key.to("resume"), event.resume(), event);
        if (!event.phase().isEmpty() && !begins.containsKey(event.phase())) {
            noPhase(key.to("phase"), event.phase());
        } else if (time(event).compareTo(end) >= 0) {
            add(
                    key.to("at"),
                    Part.VALUE,
                    "this is %s after the begin of the load, but the phases end after %s"
                            .formatted(DurationText.format(time(event)), DurationText.format(end)),
                    "let it happen earlier, or make the load longer");
        } else if (event.heal()
                && nothingBefore(event, other -> other.fault().fault().isPresent())) {
            add(key.to("heal"), Part.NAME, "no fault comes before it", "give an earlier event a fault");
        } else if (!event.resume().isEmpty()
                && nothingBefore(event, other -> other.pause().equals(event.resume()))) {
            add(
                    key.to("resume"),
                    Part.VALUE,
                    "no earlier event pauses reader '" + event.resume() + "'",
                    "pause it before; a reader that is held begins with the phase that its 'begin' names");
        }
    }

    private void checkReader(KeyPath key, String name, EventSpec event) {
        if (name.isEmpty()) {
            return;
        }
        ReaderSpec reader = workload.allReaders().get(name);
        if (reader == null) {
            noReader(key, name);
        } else if (!reader.tails() && !conditional && time(event).compareTo(begin(reader.begin())) < 0) {
            add(
                    key,
                    Part.VALUE,
                    "reader '" + name + "' only begins later, with phase '" + reader.begin() + "'",
                    "let it happen later");
        }
    }

    /** Where phases end by conditions, what comes before what is only known then. */
    private boolean nothingBefore(EventSpec event, Predicate<EventSpec> what) {
        return events.values().stream()
                .filter(other -> conditional || time(other).compareTo(time(event)) <= 0)
                .noneMatch(what);
    }

    private Duration time(EventSpec event) {
        return begin(event.phase()).plus(event.at());
    }

    private void noPhase(KeyPath key, String name) {
        String advice = Optional.of(phases)
                .filter(named -> !named.isEmpty())
                .map(named -> "the phases are " + String.join(", ", named.keySet()))
                .orElseGet(() -> "phases are not named, so they are " + String.join(" and ", begins.keySet()));
        add(key, Part.VALUE, "'" + name + "' is none of the phases", advice);
    }

    private void noReader(KeyPath key, String name) {
        Set<String> readers = workload.allReaders().keySet();
        add(
                key,
                Part.VALUE,
                "there is no reader '" + name + "' in the workload",
                readers.isEmpty() ? "the workload has none" : "the readers are " + String.join(", ", readers));
    }
}
