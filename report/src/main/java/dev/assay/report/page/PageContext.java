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

/** What the trials of a page have in common: their names beside each other, their colours, and settings that are written once. */
record PageContext(TrialNames names, SystemColours colours, SharedSettings settings) {
    static PageContext of(Collection<TrialRecord> trials) {
        return new PageContext(
                TrialNames.of(trials),
                SystemColours.of(
                        trials.stream().map(trial -> trial.system().system()).toList()),
                new SharedSettings());
    }

    /** How a trial appears in charts. */
    TrialLook look(TrialRecord trial) {
        String system = trial.system().system();
        return new TrialLook(names.of(trial), names.group(trial), system, colours.of(system));
    }

    /**
     * The settings of all trials of a page, and the keys of their scenario. Servers list hundreds that are the same in every trial: the page has them once, where they first
     * occur, and elsewhere what differs.
     */
    static final class SharedSettings {
        /** Below that many a table is short enough to be read twice. */
        private static final int FEW = 16;

        private final Map<List<String>, List<Base>> written = new HashMap<>();

        /**
         * The table of one trial; trials in the order in which they stand on the page.
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
         * The scenario's keys as resolved for a trial; those that are dimensions are always written out.
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

        /** The table that has the same settings, and the same values for most of them. */
        private Optional<Base> base(String anchor, String name, Group group) {
            if (group.rows().size() <= FEW) {
                return Optional.empty();
            }
            List<String> keys = group.rows().stream().map(Row::setting).sorted().toList();
            List<Base> bases = written.computeIfAbsent(keys, _ -> new ArrayList<>());
            Optional<Base> alike = bases.stream()
                    .filter(base ->
                            2 * base.others(group.rows()).size() < group.rows().size())
                    .findFirst();
            if (alike.isEmpty()) {
                bases.add(new Base(anchor, name + ", " + group.name(), group.rows()));
            }
            return alike;
        }
    }
}
