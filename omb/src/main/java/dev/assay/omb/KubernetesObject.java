package dev.assay.omb;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Recognizes files that are applied to Kubernetes, which hold the benchmark's files as texts. */
final class KubernetesObject {
    private static final Pattern VERSION = Pattern.compile("(?m)^[\"']?apiVersion[\"']?[ \t]*:");
    private static final Pattern KIND = Pattern.compile("(?m)^[\"']?kind[\"']?[ \t]*:[ \t]*[\"']?(\\w{1,60})");
    private static final Pattern INNER_FILE =
            Pattern.compile("^[ \t]+[\"']?([\\w.-]{1,80})[\"']?[ \t]*:[ \t]*[|>][-+0-9]*[ \t]*\\r?$");

    private KubernetesObject() {}

    /**
     * Refuses such a file, template or not, before anything else is checked.
     *
     * @throws ImportException with its kind, and how the benchmark's files are taken out of it
     */
    static void refuse(ForeignFile file) throws ImportException {
        Matcher kind = KIND.matcher(file.text());
        if (!VERSION.matcher(file.text()).find() || !kind.find()) {
            return;
        }
        Set<String> kinds = new LinkedHashSet<>(List.of(kind.group(1)));
        while (kind.find()) {
            kinds.add(kind.group(1));
        }
        List<String> inner = new ArrayList<>();
        for (String line : file.text().split("\n", -1)) {
            Matcher opened = INNER_FILE.matcher(line);
            if (opened.matches() && !opened.group(1).endsWith("Config")) {
                inner.add(opened.group(1));
            }
        }
        throw new ImportException(
                "%s is a file for Kubernetes (%s), and neither a workload nor a driver itself%s\n%s"
                        .formatted(
                                file.name(),
                                String.join(", ", kinds),
                                inner.isEmpty() ? "" : "; it has texts named " + String.join(", ", inner),
                                "copy the text of each workload and driver in it to a file of its own, with the indentation taken off, and import those,"
                                        + " such as kubectl get configmap NAME -o jsonpath='{.data.workload\\.yaml}' > workload.yaml"));
    }
}
