package dev.assay.report.card;

import dev.assay.analysis.RunAnalysis;
import dev.assay.model.display.VisibleText;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.RunConditions;
import dev.assay.model.result.TrialHost;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.spec.Redactor;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Masks text that would reveal whose machines or clusters a run used: hosts, users, paths, addresses, topics. Such values are
 * known by their places in the run's record and are masked wherever they occur; texts in the form of an address or a path are
 * masked as well. This is the second of two safeguards: a card contains only parts of a run that are not expected to hold any.
 */
public final class IdentifyingText {
    /** Words in the names of vendors' settings whose values reveal places or identities, which never affect speed. */
    private static final Set<String> PLACES = Set.of("""
            host hosts hostname addr address addresses listener listeners url urls uri uris server servers voters \
            quorum dir dirs directory directories path paths file files location topic topics group client \
            subscription tenant cluster user users username rack namespace principal principals domain name names \
            cookie peer peers node broker id kinit\
            """.split(" "));

    private static final Set<String> PORTS = Set.of("port", "ports", "id");

    /** Matches numbers and switches, which identify nothing, unless they are ports. */
    private static final Pattern NUMBER =
            Pattern.compile("-?\\d{1,20}(?:\\.\\d{1,20})?(?: ?[A-Za-z%]{1,4})?|true|false");

    private static final Pattern WORDS = Pattern.compile("[^A-Za-z]+|(?<=[a-z])(?=[A-Z])");

    /** Matches the few keys of a scenario whose values identify. */
    private static final Pattern KEY_OF_PLACE = Pattern.compile(
            "(?i).*\\.(?:bootstrap\\.servers|servers|kubernetes|uri|url|paths|file|tenant|host|address|location)(?:\\..*)?");

    private static final List<Pattern> FORMS = List.of(
            // an address with a scheme
            Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://[^\\s\"'<>,;)\\]}]+"),
            // a user of a host
            Pattern.compile("[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)*"),
            // IPv4, IPv6
            Pattern.compile("(?<![\\w.])\\d{1,3}(?:\\.\\d{1,3}){3}(?::\\d{1,5})?(?![\\w.])"),
            Pattern.compile("\\[?(?<![\\w:])(?:[0-9a-fA-F]{0,4}:){3,7}[0-9a-fA-F]{0,4}(?![\\w:])]?"),
            // a host with its port
            Pattern.compile("(?<![\\w.-])[A-Za-z][\\w-]*(?:\\.[\\w-]+)*:\\d{2,5}(?![\\w.])"),
            // a host with its domain
            Pattern.compile(
                    "(?<![\\w.-])(?:[\\w-]+\\.)+(?:com|net|org|io|cloud|local|internal|lan|corp|home|svc)(?![\\w.-])"),
            // a path
            Pattern.compile("(?<![\\w.$}*/<])(?:~|\\.{1,2})?/[\\w.-]+(?:/[^\\s\"',;)\\]}]*)?"),
            Pattern.compile("(?<!\\w)[A-Za-z]:\\\\[^\\s\"',;]+"),
            // where a secret is
            Pattern.compile("(?<=secret-(?:file|env)[\"']?\\s{0,9}:\\s{0,9})(?:\"[^\"]*\"|'[^']*'|[^\\s,}][^,}\\n]*)"),
            // what Assay calls its topics and groups
            Pattern.compile("assay-[0-9a-f]{6,}[\\w-]*"));

    private static final int SHORTEST = 2;

    private final Pattern known;
    private final Map<String, String> labels = new HashMap<>();

    private IdentifyingText(Set<String> values, SortedSet<String> points) {
        String alternatives = values.stream()
                .sorted(Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()))
                .map(Pattern::quote)
                .collect(Collectors.joining("|"));
        this.known = Pattern.compile(
                alternatives.isEmpty() ? "(?!)" : "(?<![\\p{L}\\p{N}])(?:" + alternatives + ")(?![\\p{L}\\p{N}])");
        Map<String, Integer> uses = new HashMap<>();
        for (String label : points) {
            String masked = masked(label);
            int use = uses.merge(masked, 1, Integer::sum);
            labels.put(label, use == 1 ? masked : masked + "-" + use);
        }
    }

    /**
     * Collects texts that identify those who made the runs.
     *
     * @param names names of the machine and the user that make the card
     */
    public static IdentifyingText of(List<RunAnalysis> runs, Collection<String> names) {
        Set<String> values = new TreeSet<>();
        names.forEach(value -> add(value, values));
        for (RunAnalysis run : runs) {
            run.run().conditions().ifPresent(conditions -> addConditions(conditions, values));
            run.trials().forEach(trial -> addTrial(trial.trial(), values));
        }
        // A machine may be named after the system that it runs, which is no secret.
        runs.forEach(run -> run.trials()
                .forEach(trial -> values.remove(trial.trial().system().system())));
        SortedSet<String> points = new TreeSet<>();
        for (RunAnalysis run : runs) {
            run.trials().forEach(trial -> points.add(trial.trial().identity().label()));
            run.missing().forEach(trial -> points.add(trial.label()));
            run.run().capacities().forEach(search -> points.add(search.label()));
        }
        return new IdentifyingText(values, points);
    }

    /** Tells whether the value of a scenario's key identifies a place or owner: an address, a file, a folder, a tenant. */
    public static boolean isPlace(String key) {
        return KEY_OF_PLACE.matcher(key).matches();
    }

    private static void addConditions(RunConditions conditions, Set<String> values) {
        conditions.places().names().forEach(name -> add(name, values));
    }

    private static void addTrial(TrialRecord trial, Set<String> values) {
        for (TrialHost host : trial.setup().hosts()) {
            add(host.machine(), values);
            if (!host.name().equals(Metrics.COORDINATOR)) {
                add(host.name(), values);
            }
        }
        trial.plan().resolved().forEach((key, value) -> {
            if (isPlace(key)) {
                add(value, values);
            }
        });
    }

    /** Adds each part of a list in {@code value}, and hosts also without their ports. */
    private static void add(String value, Set<String> values) {
        for (String part : value.split("[,\\s|]+", -1)) {
            String name = part.replaceFirst(":\\d{1,5}$", "");
            for (String each : List.of(part, name)) {
                if (each.length() >= SHORTEST
                        && !each.matches("[\\d.]{1,4}|\\*+|public|default|usual|none|true|false")) {
                    values.add(each);
                }
            }
        }
    }

    /** Returns the masked label of a point; points that would be equal once masked are numbered, so that they stay apart. */
    public String label(String point) {
        return labels.getOrDefault(point, masked(point));
    }

    /** Masks identifying texts, and makes control characters visible. */
    public String masked(String text) {
        String masked = known.matcher(VisibleText.of(text)).replaceAll(Matcher.quoteReplacement(Redactor.MASK));
        for (Pattern form : FORMS) {
            masked = form.matcher(masked).replaceAll(Matcher.quoteReplacement(Redactor.MASK));
        }
        return masked;
    }

    /** Tells whether a setting belongs on a card: neither its name nor its value identifies a place or owner. */
    boolean isHarmless(String setting, String value) {
        List<String> words = WORDS.splitAsStream(setting)
                .map(word -> word.toLowerCase(Locale.ROOT))
                .toList();
        if (NUMBER.matcher(value).matches()) {
            return words.stream().noneMatch(PORTS::contains);
        }
        return words.stream().noneMatch(PLACES::contains)
                && !value.contains(Redactor.MASK)
                && masked(value).equals(value);
    }
}
