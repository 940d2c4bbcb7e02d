import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamReader;

/**
 * Prints the ten slowest classes of Surefire's reports below the current folder, each failed and each skipped test with its
 * message, and the counts. Exits with 1 when a test failed or none ran.
 */
final class TestSummary {
    private static final int MESSAGE_LINES = 12;
    private static final int SLOWEST = 10;

    private record ClassTime(String name, double seconds) {}

    private final List<ClassTime> classes = new ArrayList<>();
    private final List<String> failed = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();
    private int tests;

    public static void main(String[] arguments) throws Exception {
        TestSummary summary = new TestSummary();
        try (Stream<Path> files = Files.find(Path.of("."), 7, (path, facts) -> path.toString()
                .matches("(\\./[^.].*)?/target/surefire-reports/.*/TEST-[^/]*\\.xml"))) {
            for (Path file : files.sorted().toList()) {
                summary.read(file);
            }
        }
        summary.print();
        System.exit(summary.tests > summary.skipped.size() && summary.failed.isEmpty() ? 0 : 1);
    }

    private void read(Path report) throws Exception {
        try (InputStream in = Files.newInputStream(report)) {
            XMLStreamReader xml = XMLInputFactory.newInstance().createXMLStreamReader(in);
            String test = "";
            while (xml.hasNext()) {
                if (xml.next() != XMLStreamConstants.START_ELEMENT) {
                    continue;
                }
                switch (xml.getLocalName()) {
                    case "testsuite" -> classes.add(new ClassTime(
                            xml.getAttributeValue(null, "name"),
                            Double.parseDouble(xml.getAttributeValue(null, "time").replace(",", ""))));
                    case "testcase" -> {
                        tests++;
                        test = xml.getAttributeValue(null, "classname") + "." + xml.getAttributeValue(null, "name");
                    }
                    case "skipped" -> skipped.add("SKIPPED " + test + ": " + message(xml, 1));
                    case "failure", "error" -> failed.add("FAILED " + test + ": " + message(xml, MESSAGE_LINES));
                    default -> {}
                }
            }
        }
    }

    private static String message(XMLStreamReader xml, int lines) throws Exception {
        String message = xml.getAttributeValue(null, "message");
        return (message == null ? xml.getElementText() : message)
                .strip()
                .lines()
                .filter(line -> !line.startsWith("\tat "))
                .limit(lines)
                .map(line -> line.replaceFirst("^[\\w.$]+(Exception|Error): ", ""))
                .collect(Collectors.joining("\n       "));
    }

    private void print() {
        System.out.printf(
                "%d classes took %.0f s; the slowest: %s%n",
                classes.size(),
                classes.stream().mapToDouble(ClassTime::seconds).sum(),
                classes.stream()
                        .sorted(Comparator.comparingDouble(ClassTime::seconds).reversed())
                        .limit(SLOWEST)
                        .map(one -> "%s %.0f s".formatted(one.name().replaceFirst(".*\\.", ""), one.seconds()))
                        .collect(Collectors.joining(", ")));
        skipped.stream().distinct().forEach(System.out::println);
        failed.forEach(System.out::println);
        if (tests == skipped.size()) {
            System.out.println("No test ran.");
        }
        System.out.println((tests - failed.size() - skipped.size()) + " passed, " + failed.size() + " failed, "
                + skipped.size() + " skipped");
    }
}
