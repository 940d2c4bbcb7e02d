package dev.assay.report.page;

import dev.assay.model.spec.EffectiveConfig;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Holds the effective settings by group, overrides of the vendor's default first.
 *
 * @param unmatched overrides whose setting was not read back; shown rather than dropped
 */
public record ConfigTable(List<Group> groups, Group unmatched) {
    /**
     * Holds the settings of one group, such as {@code producer}.
     *
     * @param id its anchor
     * @param base a table of the same settings earlier on the page that has most of the values
     */
    public record Group(String id, String name, List<Row> rows, Optional<Base> base) {
        /** Returns the rows to write out: all, or overrides and those that differ from the base. */
        public List<Row> written() {
            return base.map(already -> rows.stream()
                            .filter(row -> row.departs() || !already.rows().contains(row))
                            .toList())
                    .orElse(rows);
        }

        public long overrides() {
            return rows.stream().filter(Row::departs).count();
        }
    }

    /**
     * @param id its anchor
     * @param title of the trial and the group
     */
    public record Base(String id, String title, Set<Row> rows) {
        Base(String id, String title, List<Row> rows) {
            this(id, title, Set.copyOf(rows));
        }

        List<Row> missing(List<Row> wanted) {
            return wanted.stream().filter(row -> !rows.contains(row)).toList();
        }
    }

    /** @param reason why it differs from the vendor's default; empty when it does not */
    public record Row(String setting, String value, boolean departs, String reason) {}

    public static ConfigTable of(EffectiveConfig config) {
        Set<String> matched = new HashSet<>();
        List<Group> groups = new ArrayList<>();
        config.groups()
                .forEach((group, settings) ->
                        groups.add(new Group("", group, rows(config, group, settings, matched), Optional.empty())));
        List<Row> unmatched = config.overrides().entrySet().stream()
                .filter(entry -> !matched.contains(entry.getKey()))
                .map(entry -> new Row(entry.getKey(), "", true, entry.getValue()))
                .toList();
        return new ConfigTable(groups, new Group("", "", unmatched, Optional.empty()));
    }

    public int size() {
        return groups.stream().mapToInt(group -> group.rows().size()).sum();
    }

    private static List<Row> rows(
            EffectiveConfig config, String group, Map<String, String> settings, Set<String> matched) {
        List<Row> rows = new ArrayList<>();
        settings.forEach((setting, value) -> {
            String key = group + "." + setting;
            String reason = config.overrides().get(key);
            if (reason != null) {
                matched.add(key);
            }
            rows.add(new Row(setting, value, reason != null, reason == null ? "" : reason));
        });
        rows.sort(Comparator.comparing(Row::departs).reversed());
        return List.copyOf(rows);
    }
}
