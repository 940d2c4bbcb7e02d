package dev.assay.omb;

import static dev.assay.omb.ImportDraft.path;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.KeyPath;
import dev.assay.model.spec.MessagingSystem;
import dev.assay.omb.DraftedScenario.Part;
import dev.assay.scenario.PlainYaml;
import dev.assay.scenario.PlainYaml.Keys;
import dev.assay.scenario.ScenarioException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Makes a scenario of workload and driver files of the OpenMessaging Benchmark. Several workloads become variants of a dimension,
 * and so do several drivers of one system; drivers of different systems are compared.
 */
public final class OmbImport {
    private static final String DRIVER_CLASS = "driverClass";

    /**
     * Holds what people choose.
     *
     * @param variables values of templates' variables, by name
     * @param existing whether the clusters that the files name are to be measured, and not ones that Assay starts
     * @param durability the level to ask for; by default the one that fits the drivers
     * @param name the scenario's name; by default the workload's
     */
    public record Choices(
            Map<String, String> variables,
            boolean existing,
            Optional<DurabilityLevel> durability,
            Optional<String> name) {}

    private record Read(ForeignFile file, Keys keys) {}

    private record Driver(
            ForeignFile file,
            ForeignDriver driver,
            List<ForeignKey> overwritten,
            ForeignReader reader,
            PossibleLevels levels) {}

    private final Choices choices;
    private final List<Part> parts = new ArrayList<>();

    private OmbImport(Choices choices) {
        this.choices = choices;
    }

    /**
     * Makes the scenario.
     *
     * @throws ScenarioException when a file is no YAML
     * @throws ImportException when files are missing, are something else, or are templates; the message says what to do
     */
    public static ImportResult of(List<ForeignFile> files, Choices choices) throws ScenarioException, ImportException {
        Set<String> used = new HashSet<>();
        List<Read> workloads = new ArrayList<>();
        List<Read> drivers = new ArrayList<>();
        for (ForeignFile file : files) {
            KubernetesObject.refuse(file);
        }
        for (ForeignFile file : files) {
            Keys keys = PlainYaml.readFirst(file.name(), FilledTemplate.of(file, choices.variables(), used));
            (isDriver(file, keys) ? drivers : workloads).add(new Read(file, keys));
        }
        for (String name : choices.variables().keySet()) {
            if (!used.contains(name)) {
                throw new ImportException("--var " + name + ": none of the files has a variable of that name");
            }
        }
        if (workloads.isEmpty() || drivers.isEmpty()) {
            throw new ImportException(
                    "there is no %s file among these; give at least one workload and one driver of the OpenMessaging Benchmark"
                            .formatted(workloads.isEmpty() ? "workload" : "driver"));
        }
        return new OmbImport(choices).make(workloads, drivers);
    }

    private static boolean isDriver(ForeignFile file, Keys keys) throws ImportException {
        if (keys.entries().containsKey(DRIVER_CLASS)) {
            return true;
        }
        if (OmbWorkload.MARKS.stream().noneMatch(keys.entries()::containsKey)) {
            throw new ImportException(
                    "%s is neither a driver (it has no driverClass) nor a workload (it has none of %s) of the OpenMessaging Benchmark; its keys are %s"
                            .formatted(
                                    file.name(),
                                    String.join(
                                            ", ",
                                            OmbWorkload.MARKS.stream().sorted().toList()),
                                    keys.entries().keySet().stream().limit(8).collect(Collectors.joining(", "))));
        }
        return false;
    }

    private ImportResult make(List<Read> workloads, List<Read> drivers) throws ImportException {
        String name = choices.name().orElseGet(() -> name(workloads));
        ImportDraft base = new ImportDraft(workloads.getFirst().file().name());
        base.assume(path("name"), name, choices.name().isPresent() ? "--name" : "the name of the workload");
        parts.add(new Part(KeyPath.TOP, base));
        List<Driver> readable = new ArrayList<>();
        for (Read driver : drivers) {
            readable.addAll(driver(driver));
        }
        if (readable.size() == drivers.size()) {
            addDrivers(readable, base);
        }
        addWorkloads(workloads);
        return new DraftedScenario(parts).write(heading(workloads, drivers));
    }

    private static String name(List<Read> workloads) {
        Read first = workloads.getFirst();
        PlainYaml named = first.keys().entries().getOrDefault("name", new PlainYaml.Text(0, "", true));
        String text = OmbWorkload.text(named).strip();
        String one = text.isEmpty() ? first.file().title() : text;
        return workloads.size() == 1 ? one : one + " and " + (workloads.size() - 1) + " more";
    }

    private static List<String> heading(List<Read> workloads, List<Read> drivers) {
        List<String> heading = new ArrayList<>();
        heading.add("# Made from files of the OpenMessaging Benchmark by 'assay import omb':");
        workloads.forEach(read ->
                heading.add("# workload " + ForeignKey.oneLine(read.file().name())));
        drivers.forEach(
                read -> heading.add("# driver " + ForeignKey.oneLine(read.file().name())));
        return heading;
    }

    /** Returns one driver, or none where no system has it, which is then an obstacle. */
    private List<Driver> driver(Read read) {
        Map<String, ForeignKey> keys = new LinkedHashMap<>();
        List<ForeignKey> overwritten = new ArrayList<>();
        collect(read.file().name(), "", read.keys(), keys, overwritten);
        ForeignKey named =
                keys.getOrDefault(DRIVER_CLASS, ForeignKey.unsaid(read.file().name()));
        ForeignDriver driver =
                new ForeignDriver(read.file().name(), named.value().strip(), keys, lists(read.keys()));
        for (ForeignReader reader : ForeignReader.installed()) {
            if (reader.readsDriver(driver.driverClass())) {
                return List.of(new Driver(read.file(), driver, overwritten, reader, reader.levels(driver)));
            }
        }
        ImportDraft draft = new ImportDraft(read.file().name());
        draft.obstruct(
                named,
                "Assay has no driver that does what this one does; its systems are "
                        + String.join(", ", MessagingSystem.names()));
        parts.add(new Part(KeyPath.TOP, draft));
        return List.of();
    }

    private static Set<String> lists(Keys keys) {
        Set<String> lists = new HashSet<>();
        keys.entries().forEach((name, value) -> {
            if (value instanceof PlainYaml.Items) {
                lists.add(name);
            }
        });
        return lists;
    }

    private static void collect(
            String file, String parent, Keys keys, Map<String, ForeignKey> all, List<ForeignKey> overwritten) {
        keys.overwritten()
                .forEach(earlier -> overwritten.add(ForeignKey.of(
                        file,
                        earlier.getValue().line(),
                        parent.isEmpty() ? earlier.getKey() : parent + "." + earlier.getKey(),
                        OmbWorkload.read(earlier.getValue()))));
        keys.entries().forEach((name, value) -> {
            String way = parent.isEmpty() ? name : parent + "." + name;
            if (value instanceof Keys below && !below.entries().isEmpty()) {
                collect(file, way, below, all, overwritten);
            } else {
                all.put(way, ForeignKey.of(file, value.line(), way, OmbWorkload.read(value)));
            }
        });
    }

    private void addDrivers(List<Driver> drivers, ImportDraft base) throws ImportException {
        Map<String, List<Driver>> bySystem = new LinkedHashMap<>();
        drivers.forEach(driver -> bySystem.computeIfAbsent(driver.reader().system(), any -> new ArrayList<>())
                .add(driver));
        Optional<DurabilityLevel> common = common(drivers);
        boolean each = bySystem.size() == 1 && common.isEmpty();
        if (common.isEmpty() && !each) {
            throw new ImportException(
                    "these drivers promise different things, and so can't be compared as they are:\n  %s\ngive --durability LEVEL, or import them one by one"
                            .formatted(drivers.stream()
                                    .map(driver -> "%s: %s (%s)"
                                            .formatted(
                                                    driver.file().name(),
                                                    driver.levels()
                                                            .levels()
                                                            .getFirst()
                                                            .named(),
                                                    driver.levels().why()))
                                    .collect(Collectors.joining("\n  "))));
        }
        common.ifPresent(level -> base.assume(path("durability"), level.toString(), why(level, drivers)));
        bySystem.forEach((system, ofSystem) -> {
            Set<String> taken = new HashSet<>();
            for (Driver driver : ofSystem) {
                KeyPath below = ofSystem.size() == 1
                        ? KeyPath.TOP
                        : path("variants", system + "-driver", variant(driver.file(), taken));
                ImportDraft draft = new ImportDraft(driver.file().name());
                DurabilityLevel level = common.orElse(driver.levels().levels().getFirst());
                if (each) {
                    draft.assume(
                            path("durability"),
                            level.toString(),
                            driver.levels().why());
                }
                ForeignKey named = driver.driver().find("name");
                if (named != null) {
                    draft.hold(named, "systems and variants have names of their own");
                }
                driver.overwritten()
                        .forEach(key -> draft.refuse(key, "it is set again further down, which is what holds"));
                driver.reader().read(driver.driver(), level, choices.existing(), draft);
                if (choices.existing() && draft.value(path("systems", system, "deployment")) == null) {
                    draft.obstruct(
                            ForeignKey.unsaid(driver.file().name()),
                            "--existing measures the cluster that a driver names, and no key here that Assay knows has an address");
                }
                parts.add(new Part(below, draft));
            }
            if (ofSystem.size() > 1) {
                base.ensure(path("systems", system));
            }
        });
    }

    /** Returns the level for all: the chosen one, or the first that fits each of them. */
    private Optional<DurabilityLevel> common(List<Driver> drivers) {
        if (choices.durability().isPresent()) {
            return choices.durability();
        }
        Set<DurabilityLevel> fitting =
                new LinkedHashSet<>(drivers.getFirst().levels().levels());
        drivers.forEach(driver -> fitting.retainAll(driver.levels().levels()));
        return fitting.stream().findFirst();
    }

    private String why(DurabilityLevel level, List<Driver> drivers) {
        if (choices.durability().isPresent()) {
            return "--durability";
        }
        return drivers.stream()
                .map(driver -> driver.levels().why()
                        + (driver.levels().levels().getFirst() == level
                                ? ""
                                : " (which would be "
                                        + driver.levels().levels().getFirst()
                                        + "; all are asked for the same)"))
                .distinct()
                .collect(Collectors.joining("; "));
    }

    private void addWorkloads(List<Read> workloads) {
        Set<String> taken = new HashSet<>();
        for (Read read : workloads) {
            KeyPath below = workloads.size() == 1 ? KeyPath.TOP : path("variants", "load", variant(read.file(), taken));
            ImportDraft draft = new ImportDraft(read.file().name());
            new OmbWorkload(read.file().name(), read.keys(), draft).read();
            parts.add(new Part(below, draft));
        }
    }

    /** Makes the name of a variant from that of a file. */
    private static String variant(ForeignFile file, Set<String> taken) {
        String plain = file.title()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^-|-$", "");
        String name = plain.isEmpty() ? "file" : plain;
        int number = 2;
        while (!taken.add(name)) {
            name = plain + "-" + number++;
        }
        return name;
    }
}
