package dev.assay.model.spec;

import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.spec.PhaseSpec.PageCache;
import dev.assay.model.timeline.Phase;
import dev.assay.model.timeline.Phase.Role;
import dev.assay.model.timeline.Timeline;
import dev.assay.model.timeline.Timeline.Part;
import dev.assay.model.unit.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Holds one point of a scenario: everything that one trial needs to know, with no list left in it. */
public record TrialSpec(
        SystemSpec system,
        DurabilityLevel durability,
        Workload workload,
        Timing timing,
        Map<String, PhaseSpec> phases,
        Map<String, EventSpec> events,
        PageCache pageCache,
        VendorSettings settings,
        ResultStatistics result,
        Optional<OnCluster> on,
        Optional<RateSearch> search) {
    /**
     * Names the cluster that the trial is measured on.
     *
     * @param name as {@code assay run --on} takes it
     * @param asStarted the system as if Assay had started that cluster for this trial: what others can't know of a
     *     cluster, Assay knows of its own
     */
    public record OnCluster(String name, SystemSpec asStarted) {}

    public TrialSpec {
        phases = Collections.unmodifiableMap(new LinkedHashMap<>(phases));
        events = Collections.unmodifiableMap(new LinkedHashMap<>(events));
    }

    /** Creates a trial of the scenario's own system, with a warm-up and a measurement. */
    public TrialSpec(
            SystemSpec system, DurabilityLevel durability, Workload workload, Timing timing, VendorSettings settings) {
        this(
                system,
                durability,
                workload,
                timing,
                Map.of(),
                Map.of(),
                PageCache.KEEP,
                settings,
                ResultStatistics.DEFAULT,
                Optional.empty(),
                Optional.empty());
    }

    public TrialSpec on(OnCluster cluster) {
        return new TrialSpec(
                system,
                durability,
                workload,
                timing,
                phases,
                events,
                pageCache,
                settings,
                result,
                Optional.of(cluster),
                search);
    }

    public TrialSpec readPayload(String text) {
        return new TrialSpec(
                system,
                durability,
                workload.readPayload(text),
                timing,
                phases,
                events,
                pageCache,
                settings,
                result,
                on,
                search);
    }

    /** Returns this trial as the point of a search for the highest rate, which overrides the rate of its workload; null for no search. */
    public TrialSpec searching(@Nullable RateSearch rateSearch) {
        Optional<RateSearch> one = Optional.ofNullable(rateSearch);
        return new TrialSpec(
                system, durability, workload, timing, phases, events, pageCache, settings, result, on, one);
    }

    /**
     * Returns one trial of a search: the same load at that rate.
     *
     * @param named its phases, in place of the lengths in its timing
     */
    public TrialSpec at(Rate rate, Map<String, PhaseSpec> named) {
        return new TrialSpec(
                system,
                durability,
                workload.at(LoadProfile.constant(rate)),
                timing,
                named,
                events,
                pageCache,
                settings,
                result,
                on,
                Optional.empty());
    }

    /** Returns the system with all that is known of how its servers were started. */
    public SystemSpec deployed() {
        return on.map(OnCluster::asStarted).orElse(system);
    }

    /** Returns its phases with the load offered in each; phases that a condition ends have their longest length. */
    public Timeline timeline() {
        if (phases.isEmpty()) {
            List<Part> parts = new ArrayList<>();
            long warmup = timing.warmup().atMost().toNanos();
            if (warmup > 0) {
                parts.add(PhaseRate.OF_WORKLOAD.in(new Phase(Phase.WARMUP, 0, warmup), workload.rate()));
            }
            Phase measure =
                    new Phase(Phase.MEASURE, warmup, warmup + timing.measure().toNanos());
            parts.add(PhaseRate.OF_WORKLOAD.in(measure, workload.rate()));
            return new Timeline(parts);
        }
        List<Part> parts = new ArrayList<>();
        long end = 0;
        for (Map.Entry<String, PhaseSpec> named : phases.entrySet()) {
            PhaseSpec spec = named.getValue();
            long start = end;
            end += spec.longest().toNanos();
            Role role = spec.warmup() ? Role.WARMUP : Role.MEASURE;
            Phase phase = new Phase(named.getKey(), role, spec.expect(), start, end);
            parts.add(spec.rate().in(phase, workload.rate()));
        }
        return new Timeline(parts);
    }

    /**
     * Returns about how long its load lasts: an amount takes as long as its rate needs, and a backlog is read in the time that
     * it took to build. Phases that other conditions end count with their longest length.
     */
    public Duration likelyLength() {
        if (phases.isEmpty()) {
            return Duration.ofNanos(timeline().endNanos());
        }
        Duration all = Duration.ZERO;
        Duration built = Duration.ZERO;
        for (PhaseSpec phase : phases.values()) {
            Duration likely = phase.longest();
            Optional<Rate> rate = phase.rate().own().orElse(workload.rate()).constantRate();
            if (phase.until().sent().bytes() > 0 && rate.isPresent()) {
                double seconds = phase.until().sent().bytes()
                        / (rate.get().perSecond() * workload.message().meanBytes());
                built = Duration.ofMillis(Math.round(Math.min(seconds * 1e3, (double) likely.toMillis())));
                likely = built;
            } else if (!phase.until().caughtUp().isEmpty() && built.isPositive() && built.compareTo(likely) < 0) {
                likely = built;
            }
            all = all.plus(likely);
        }
        return all;
    }

    /** Returns what the durability that the scenario asks for is worth on this system with these settings. */
    public DurabilityStatement durabilityStatement() {
        return deployed().durability(durability, settings);
    }

    /**
     * Returns what the durability proved to be worth once the load was open.
     *
     * @param effective what clients and the system report
     * @param serverVersion what runs, where it is known only then
     */
    public DurabilityStatement effectiveDurability(EffectiveConfig effective, Optional<String> serverVersion) {
        return deployed().effectiveDurability(durability, settings, effective, serverVersion);
    }

    /** Tells whether servers are measured that Assay has not started. */
    public boolean onServersOfOthers() {
        return system.deployment() == Deployment.EXISTING && on.isEmpty();
    }

    /**
     * Returns the vendor's settings that its level, its load and the scenario make, as far as the scenario alone tells: values by
     * {@code GROUP.SETTING}, secrets masked.
     */
    public Map<String, String> vendorSettings() {
        Map<String, String> all = new TreeMap<>(deployed().setByAssay(durability, workload));
        settings.byGroup()
                .forEach((group, chosen) -> Redactor.of(chosen)
                        .masked(chosen)
                        .forEach((name, value) -> all.put(group + "." + name, Redactor.maskedUris(value))));
        return all;
    }

    /** Returns what readers must know before it runs, though it is no reason to refuse it: texts by their subject, such as a key. */
    public Map<String, String> notes() {
        Map<String, String> notes = new LinkedHashMap<>();
        workload.allGroups().forEach((name, group) -> {
            int idle = group.consumers() - workload.partitions();
            if (idle > 0 && !group.queue() && !deployed().sharesPartitions()) {
                notes.put(
                        "consumers of " + name,
                        "%d of %d have no partition and receive nothing: a topic has %d, and each partition has one consumer of a subscription"
                                .formatted(idle, group.consumers(), workload.partitions()));
            }
        });
        notes.putAll(deployed().notes(this));
        return notes;
    }

    /** Returns what the workload and the settings ask of the system that it can't do; empty when nothing is known to stand in the way. */
    public List<Incompatibility> refusals() {
        List<Incompatibility> refusals = new ArrayList<>(refusalsBesideDisks());
        refusals.addAll(refusedDisks());
        return List.copyOf(refusals);
    }

    /** Returns the refusals without those of disks, for servers whose owners are told which disks they are to have. */
    public List<Incompatibility> refusalsBesideDisks() {
        List<Incompatibility> refusals = new ArrayList<>(refusals(deployed().capabilities(settings)));
        refusals.addAll(deployed().refusals(workload));
        refusals.addAll(deployed().refusals(workload, settings));
        if (workload.hasQueues()) {
            deployed().refusalOfQueues(workload).ifPresent(refusals::add);
        }
        refusals.addAll(refusedFaults());
        // A cluster by name has the servers' settings that it was started with, whatever the scenario says.
        refusals.addAll(system.refusals(settings));
        return List.copyOf(refusals);
    }

    /** Refuses special disks on servers of others. A cluster by name has those that it was started with. */
    private List<Incompatibility> refusedDisks() {
        return system.disks().special() && onServersOfOthers()
                ? List.of(Incompatibility.of(
                        "systems." + system.system() + ".disks",
                        "Assay can't choose the disks of a cluster that it does not start",
                        "leave disks out, or let Assay start the cluster (deployment: local)"))
                : List.of();
    }

    private List<Incompatibility> refusedFaults() {
        List<Incompatibility> refused = new ArrayList<>();
        events.forEach((name, event) -> {
            if (event.rolling()) {
                String reason = system.runsNodes()
                        ? deployed().refusalOfRolling(event.rollingUpgrade())
                        : "Assay does not run the nodes of " + system.system() + " there, so it can't restart them";
                if (!reason.isEmpty()) {
                    refused.add(Incompatibility.of(
                            "events." + name + (event.rollingRestart() ? ".rolling-restart" : ".rolling-upgrade"),
                            reason,
                            "change it, or leave the event out"));
                }
            } else if (!system.runsNodes()
                    && (event.recover() || event.fault().fault().isPresent())) {
                refused.add(Incompatibility.of(
                        "events." + name + (event.recover() ? ".recover" : ".fault"),
                        "Assay does not run the nodes of " + system.system()
                                + " there, so it can't inject faults or recover from them",
                        "leave the event out, or let Assay start the cluster"));
            }
        });
        return refused;
    }

    List<Incompatibility> refusals(SystemCapabilities capabilities) {
        List<Incompatibility> refusals = new ArrayList<>();
        long bytes = workload.message().largestBytes();
        if (bytes > capabilities.maxPayloadBytes()) {
            refusals.add(Incompatibility.of(
                    "workload.message.size",
                    "messages of %d B are larger than %s accepts with these settings (%d B)"
                            .formatted(bytes, system.system(), capabilities.maxPayloadBytes()),
                    "make the messages smaller, or raise the limits in settings." + system.system()));
        }
        if (workload.partitions() > capabilities.maxPartitions()) {
            refusals.add(Incompatibility.of(
                    "workload.partitions",
                    "%d partitions are more than a topic of %s can have (%d)"
                            .formatted(workload.partitions(), system.system(), capabilities.maxPartitions()),
                    "use fewer partitions, or more topics"));
        }
        if (!workload.message().keys().isNone() && !capabilities.keys()) {
            refusals.add(Incompatibility.of(
                    "workload.message.keys", system.system() + " has no message keys", "set it to none"));
        }
        return refusals;
    }
}
