package dev.assay.architecture.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Rules that look at one line. */
final class LineRules {
    /** In pieces, or this file would break its own rule. */
    private static final Pattern MARKER = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");

    private static final Pattern MACHINE_PATH = Pattern.compile("(?<![\\w.$}])/(root/|home/\\w+/|Users/\\w+/)");

    /** In pieces, too. */
    private static final Pattern VENDOR = Pattern.compile(
            "(?i)kaf" + "ka|pul" + "sar|rab" + "bit|book" + "(ie|keeper)|zoo" + "keeper|er" + "lang|am" + "qps?:");

    /** Where vendors may be named: their own folders, and what measures or ships real systems. */
    private static final Pattern VENDORS_PLACE = Pattern.compile("(systems|bench|dist)/.*");

    private LineRules() {}

    /** What is known of a system is in its own folder. */
    static List<Finding> vendors(TextFile file) {
        return !file.path().contains("/src/main/")
                        || VENDORS_PLACE.matcher(file.path()).matches()
                ? List.of()
                : linesWith(VENDOR, file, "a vendor's word outside of systems/: ask the MessagingSystem or the driver");
    }

    /** What is unfinished is an issue, not a comment. */
    static List<Finding> markers(TextFile file) {
        return linesWith(MARKER, file, "unfinished work is marked here: finish it or open an issue");
    }

    /** Nothing depends on one machine's folders. */
    static List<Finding> machinePaths(TextFile file) {
        return linesWith(MACHINE_PATH, file, "the absolute path of some machine");
    }

    /** Spaces only, and none at the end; files of expected test output may have what they need. */
    static List<Finding> whiteSpace(TextFile file) {
        if (file.path().contains("/src/test/resources/")) {
            return List.of();
        }
        List<Finding> findings = new ArrayList<>(linesWith(Pattern.compile("\t"), file, "a tab: use spaces"));
        findings.addAll(linesWith(Pattern.compile("[ \t\r]$"), file, "white space at the end of the line"));
        if (!file.text().isEmpty() && !file.text().endsWith("\n")) {
            findings.add(new Finding(file.path(), 0, "the last line has no end"));
        }
        return findings;
    }

    private static List<Finding> linesWith(Pattern pattern, TextFile file, String what) {
        List<Finding> findings = new ArrayList<>();
        String[] lines = file.text().split("\n", -1);
        for (int line = 0; line < lines.length; line++) {
            if (pattern.matcher(lines[line]).find()) {
                findings.add(new Finding(file.path(), line + 1, what));
            }
        }
        return findings;
    }
}
