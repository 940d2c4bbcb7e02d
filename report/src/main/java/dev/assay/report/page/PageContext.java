package dev.assay.report.page;

import dev.assay.model.result.TrialRecord;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.report.chart.SystemColours;
import dev.assay.report.chart.TrialLook;
import dev.assay.report.page.ConfigTable.Base;
import dev.assay.report.page.ConfigTable.Group;
import dev.assay.report.page.ConfigTable.Row;
import dev.assay.report.text.TrialNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Holds what the trials of a page have in common: their names, their colours, and settings that are written once. */
record PageContext(TrialNames names, SystemColours colours, SharedSettings settings) {
    static PageContext of(Collection<TrialRecord> trials) {
        return new PageContext(
                TrialNames.of(trials),
                SystemColours.of(
                        trials.stream().map(trial -> trial.system().system()).toList()),
                new SharedSettings());
    }

    TrialLook look(TrialRecord trial) {
        String system = trial.system().system();
        return new TrialLook(names.of(trial), names.group(trial), system, colours.of(system));
    }

    /**
     * Holds the settings and scenario keys of all trials of a page. Servers report hundreds of settings that are the same in every trial:
     * the page has them once, where they first occur, and elsewhere only the differences.
     */
    static final class SharedSettings {
        /** Gives the number of rows below which a table is short enough to be repeated. */
        private static final int FEW = 16;

        private final Map<List<String>, List<Base>> written = new HashMap<>();

        /**
         * Returns the table of one trial; must be called in the order of the trials on the page.
         *
         * @param id the trial's anchor
         * @param name the trial's, with its number
         */
        ConfigTable of(EffectiveConfig config, String id, String name) {
            ConfigTable whole = ConfigTable.of(config);
            List<Group> groups = new ArrayList<>();
            for (Group group : whole.groups()) {
                String anchor = id + "-settings-" + (groups.size() + 1);
                groups.add(new Group(anchor, group.name(), group.rows(), base(anchor, name, group)));
            }
            return new ConfigTable(groups, whole.unmatched());
        }

        /**
         * Returns the scenario's keys as resolved for a trial; dimensions are always written out.
         *
         * @param id the trial's anchor
         * @param name the trial's, with its number
         */
        Group keys(TrialRecord trial, String id, String name) {
            List<Row> rows = trial.plan().resolved().entrySet().stream()
                    .map(entry -> new Row(
                            entry.getKey(),
                            entry.getValue(),
                            trial.identity().dimensions().containsKey(entry.getKey()),
                            ""))
                    .toList();
            Group whole = new Group(id + "-keys", "scenario keys", rows, Optional.empty());
            return new Group(whole.id(), whole.name(), rows, base(whole.id(), name, whole));
        }

        /** Finds a table with the same settings and mostly the same values. */
        private Optional<Base> base(String anchor, String name, Group group) {
            if (group.rows().size() <= FEW) {
                return Optional.empty();
            }
            List<String> keys = group.rows().stream().map(Row::setting).sorted().toList();
            List<Base> bases = written.computeIfAbsent(keys, _ -> new ArrayList<>());
            Optional<Base> alike = bases.stream()
                    .filter(base ->
                            2 * base.missing(group.rows()).size() < group.rows().size())
                    .findFirst();
            if (alike.isEmpty()) {
                bases.add(new Base(anchor, name + ", " + group.name(), group.rows()));
            }
            return alike;
        }
    }
}
