import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * What came of lanes of tests: each failed test with its message, what was skipped and why, what was not run and why. Reads
 * Surefire's reports and Maven's log of each lane, and holds them against the test classes in the sources.
 *
 * <pre>java bin/TestSummary.java [--lines] [--long] [--only CLASSES] LOG-FOLDER LANE...</pre>
 *
 * With --lines it prints a line for each failure (test, tab, start of its message), for scripts. With --only it expects
 * reports of no other classes. Exits with 1 when something failed, did not run or was not built, or when no test ran.
 */
final class TestSummary {
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(assay[^<]*)</artifactId>");
    private static final Pattern MODULE_STATE =
            Pattern.compile("^\\[INFO] (assay-\\S+) \\.+ (SUCCESS|FAILURE|SKIPPED)( .*)?$");
    private static final Pattern MODULE_BUILT = Pattern.compile("^\\[INFO] -+< dev\\.assay:(assay-[^ ]+) >-+$");
    private static final Pattern NOT_BUILT =
            Pattern.compile("^\\[ERROR] Failed to execute goal (\\S+).* on project (assay[^: ]*): (.*)$");
    private static final Pattern BASE = Pattern.compile("(?m)^(?:public |final )*class \\w+ extends (\\w+)");
    /** Of its own or inherited, and not abstract. */
    private static final Pattern HAS_TESTS =
            Pattern.compile("(?s)^(?!.*\\nabstract class ).*(@(Test|ParameterizedTest|RepeatedTest)\\b|\\bclass \\w+ extends )");
    private static final int MESSAGE_LINES = 12;

    private final Map<String, Path> modules = new TreeMap<>();
    private final List<String> failures = new ArrayList<>();
    private final Set<String> skips = new LinkedHashSet<>();
    private final Set<String> notRun = new LinkedHashSet<>();
    private final Map<String, List<String>> notBuilt = new LinkedHashMap<>();
    private boolean lines;
    private boolean withLong;
    private Predicate<String> wanted = name -> true;
    private int passed;
    private int failed;
    private int skipped;

    public static void main(String[] arguments) throws IOException, XMLStreamException {
        TestSummary summary = new TestSummary();
        List<String> rest = new ArrayList<>(List.of(arguments));
        while (!rest.isEmpty() && rest.getFirst().startsWith("--")) {
            switch (rest.removeFirst()) {
                case "--lines" -> summary.lines = true;
                case "--long" -> summary.withLong = true;
                case "--only" -> {
                    Set<String> classes = Set.of(rest.removeFirst().split(","));
                    summary.wanted = name -> classes.contains(name.substring(name.lastIndexOf('.') + 1));
                }
                default -> throw new IllegalArgumentException("unknown option in " + String.join(" ", arguments));
            }
        }
        summary.findModules();
        Path logs = Path.of(rest.removeFirst());
        for (String lane : rest) {
            summary.read(lane, logs.resolve(lane + ".log"));
        }
        System.exit(summary.print() ? 0 : 1);
    }

    private void findModules() throws IOException {
        try (Stream<Path> files = Files.find(Path.of("."), 4, (path, facts) -> path.endsWith("pom.xml"))) {
            for (Path pom : files.filter(path -> !path.toString().contains("/target/")).toList()) {
                String text = Files.readString(pom);
                Matcher artifact = ARTIFACT.matcher(text);
                if (artifact.find(Math.max(0, text.indexOf("</parent>")))) {
                    modules.put(artifact.group(1), pom.getParent().normalize());
                }
            }
        }
    }

    private void read(String lane, Path log) throws IOException, XMLStreamException {
        if (!Files.exists(log)) {
            notRun.add("lane " + lane + ": there is no " + log);
            return;
        }
        Map<String, String> states = new LinkedHashMap<>();
        List<String> details = new ArrayList<>();
        boolean ended = false;
        for (String line : Files.readAllLines(log)) {
            details = note(line, states, details);
            ended |= line.startsWith("[INFO] BUILD ");
        }
        if (!ended) {
            notRun.add("lane " + lane + ": Maven ended before it was done, see the end of " + log);
        }
        for (Map.Entry<String, String> module : states.entrySet()) {
            Path folder = modules.getOrDefault(module.getKey(), Path.of("."));
            Set<String> reported = readReports(folder.resolve("target/surefire-reports").resolve(lane), folder);
            Set<String> expected = expected(folder, lane);
            expected.removeAll(reported);
            if (module.getValue().equals("SUCCESS")) {
                expected.forEach(name -> notRun.add(name + ": its JVM exited, or was killed, before the test was done"));
            } else if (!expected.isEmpty()) {
                String why = module.getValue().equals("SKIPPED") ? "a module that it needs" : "it";
                notRun.add(expected.size() + " test classes of " + folder + ", lane " + lane + ": " + why + " was not built");
            }
        }
    }

    /** Takes in one line of a log; returns where the lines that explain a failure go. */
    private List<String> note(String line, Map<String, String> states, List<String> details) {
        Matcher built = MODULE_BUILT.matcher(line);
        Matcher state = MODULE_STATE.matcher(line);
        Matcher broken = NOT_BUILT.matcher(line);
        if (built.matches()) {
            states.putIfAbsent(built.group(1), "SUCCESS");
        } else if (state.matches()) {
            states.put(state.group(1), state.group(2));
        } else if (broken.matches()) {
            states.putIfAbsent(broken.group(2), "FAILURE");
            String goal = broken.group(1).replaceFirst(":[^:]*:([^:]*)$", ":$1").replaceFirst("^[^:]*:", "");
            return notBuilt.computeIfAbsent(
                    broken.group(2) + " (" + goal + "): " + broken.group(3).replaceFirst(" -> \\[.*", ""),
                    none -> new ArrayList<>());
        } else if (line.startsWith("[ERROR] ") && !line.startsWith("[ERROR] -> ") && details.size() < MESSAGE_LINES) {
            details.add(line.substring("[ERROR] ".length()));
        } else {
            return new ArrayList<>();
        }
        return details;
    }

    private Set<String> readReports(Path folder, Path module) throws IOException, XMLStreamException {
        Set<String> classes = new TreeSet<>();
        if (!Files.isDirectory(folder)) {
            return classes;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(path -> path.getFileName().toString().matches("TEST-.*\\.xml"))
                    .sorted()
                    .toList()) {
                readReport(file, module, classes);
            }
        }
        return classes;
    }

    private void readReport(Path file, Path module, Set<String> classes) throws IOException, XMLStreamException {
        try (InputStream in = Files.newInputStream(file)) {
            XMLStreamReader xml = XMLInputFactory.newInstance().createXMLStreamReader(in);
            String test = "";
            String outcome = "";
            while (xml.hasNext()) {
                int event = xml.next();
                String element = event == XMLStreamConstants.START_ELEMENT || event == XMLStreamConstants.END_ELEMENT
                        ? xml.getLocalName()
                        : "";
                if (event == XMLStreamConstants.START_ELEMENT) {
                    switch (element) {
                        case "testsuite" -> classes.add(xml.getAttributeValue(null, "name"));
                        case "testcase" -> {
                            test = xml.getAttributeValue(null, "classname") + "." + xml.getAttributeValue(null, "name");
                            outcome = "passed";
                        }
                        case "failure", "error", "skipped" -> {
                            outcome = element.equals("skipped") ? "skipped" : "failed";
                            String message = xml.getAttributeValue(null, "message");
                            note(outcome, module, test, message == null ? xml.getElementText() : message);
                        }
                        default -> {}
                    }
                } else if (event == XMLStreamConstants.END_ELEMENT && element.equals("testcase")) {
                    count(outcome);
                }
            }
        }
    }

    private void count(String outcome) {
        switch (outcome) {
            case "failed" -> failed++;
            case "skipped" -> skipped++;
            default -> passed++;
        }
    }

    private void note(String outcome, Path module, String test, String message) {
        List<String> text = message.strip()
                .lines()
                .filter(line -> !line.startsWith("\tat "))
                .limit(MESSAGE_LINES)
                .toList();
        if (outcome.equals("skipped")) {
            skips.add("skipped " + test + ": "
                    + text.stream().findFirst().orElse("").replaceFirst("^[\\w.$]+(Exception|Error): ", ""));
        } else if (lines) {
            failures.add(test + "\t" + text.stream().map(String::strip).collect(Collectors.joining(" ")));
        } else {
            failures.add("FAILED " + test + " (in " + module + ")"
                    + text.stream().map(line -> "\n       " + line).collect(Collectors.joining()));
        }
    }

    /** The test classes of a module of which at least one test belongs to the lane, by the tags in their sources. */
    private Set<String> expected(Path module, String lane) throws IOException {
        Path sources = module.resolve("src/test/java");
        Set<String> names = new TreeSet<>();
        if (!Files.isDirectory(sources)) {
            return names;
        }
        Map<String, String> texts = new TreeMap<>();
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
                String name = sources.relativize(file).toString().replace(".java", "").replace('/', '.');
                texts.put(name, Files.readString(file));
            }
        }
        texts.forEach((name, text) -> {
            if (name.endsWith("Test") && wanted.test(name) && HAS_TESTS.matcher(text).find()) {
                Matcher base = BASE.matcher(text);
                String above = base.find() ? "." + base.group(1) : ".none";
                String inherited = texts.entrySet().stream()
                        .filter(entry -> entry.getKey().endsWith(above))
                        .map(Map.Entry::getValue)
                        .collect(Collectors.joining());
                if (belongs(lane, text, inherited)) {
                    names.add(name);
                }
            }
        });
        return names;
    }

    private boolean belongs(String lane, String text, String inherited) {
        Set<String> ofClass = tags(text + inherited, "(?m)^@Tag\\(\"(\\w+)\"\\)");
        // What stands above one method, so that one that is both alone and long counts as that.
        List<Set<String>> ofMethods = Pattern.compile("(?m)(?:^ +@Tag\\(.*\\R?)+")
                .matcher(text)
                .results()
                .map(group -> tags(group.group(), "@Tag\\(\"(\\w+)\"\\)"))
                .toList();
        boolean allOfMethods = !ofMethods.isEmpty()
                && ofMethods.size() >= count(text, "(?m)^ +@(Test|ParameterizedTest|RepeatedTest)\\b");
        if (ofClass.contains("slow") && !withLong) {
            return false;
        }
        boolean alone = ofClass.contains("alone");
        return switch (lane) {
            case "servers" -> !alone && (ofClass.contains("server") || anyMethod(ofMethods, "server"));
            case "measures" -> alone || anyMethod(ofMethods, "alone");
            default -> ofClass.isEmpty() && !allOfMethods;
        };
    }

    private boolean anyMethod(List<Set<String>> ofMethods, String tag) {
        return ofMethods.stream().anyMatch(tags -> tags.contains(tag) && (withLong || !tags.contains("slow")));
    }

    private static Set<String> tags(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static long count(String text, String pattern) {
        return Pattern.compile(pattern).matcher(text).results().count();
    }

    /** Whether all is well. */
    private boolean print() {
        failures.forEach(System.out::println);
        if (lines) {
            notBuilt.keySet().forEach(line -> System.out.println(line.replaceFirst(": ", "\tnot built: ")));
            notRun.forEach(line -> System.out.println(line.replaceFirst(": ", "\tnot run: ")));
            if (passed + failed == 0) {
                System.out.println("everything\tno test ran");
            }
        } else {
            skips.forEach(System.out::println);
            notBuilt.forEach((module, details) -> {
                System.out.println("NOT BUILT " + module);
                details.forEach(line -> System.out.println("       " + line));
            });
            notRun.forEach(line -> System.out.println("NOT RUN " + line));
            if (passed + failed == 0) {
                System.out.println("No test ran.");
            }
            System.out.println(passed + " passed, " + failed + " failed, " + skipped + " skipped");
        }
        return failed == 0 && notBuilt.isEmpty() && notRun.isEmpty() && passed > 0;
    }
}
