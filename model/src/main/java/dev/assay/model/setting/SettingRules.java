package dev.assay.model.setting;

import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.Incompatibility;
import dev.assay.model.spec.Incompatibility.Part;
import dev.assay.model.spec.KeyPath;
import dev.assay.model.spec.VendorSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Decides which settings one system takes, by its vendor's names. Which names exist is known to others: lists, or a client. */
public interface SettingRules {
    String system();

    /** Returns why nobody may set that name, whether or not it is known; null where anybody may. */
    @Nullable
    SettingObjection againstName(SettingGroup group, String name);

    /**
     * Returns why a known setting can't have its value; null where it can.
     *
     * @param settings all of the group
     */
    @Nullable
    SettingObjection againstValue(SettingGroup group, String name, Map<String, String> settings);

    /** Returns the settings with which its servers delete messages by themselves. */
    default List<Deletion> deletions() {
        return List.of();
    }

    default boolean deletes(SettingGroup group, String name, Map<String, String> settings) {
        Deletion deletion = Deletion.find(deletions(), group, name);
        return deletion != null && deletion.objection(name, settings, Map.of()) != null;
    }

    /** Returns the deleting settings in effect by what topics and servers report, by group and name, with their values. */
    default Map<String, String> deleting(EffectiveConfig effective) {
        return Deletion.in(effective, deletions());
    }

    /**
     * Returns all problems, in the order of groups and names.
     *
     * @param known the names of each group to be checked; other groups are left alone
     */
    default List<SettingProblem> problems(Map<SettingGroup, SettingNames> known, VendorSettings settings) {
        List<SettingProblem> problems = new ArrayList<>();
        for (SettingGroup group : SettingGroup.values()) {
            SettingNames names = known.get(group);
            if (names != null) {
                Map<String, String> groupSettings = new TreeMap<>(group.of(settings));
                for (String name : groupSettings.keySet()) {
                    SettingProblem problem = problem(known, group, names, name, groupSettings, settings.topic());
                    if (problem != null) {
                        problems.add(problem);
                    }
                }
            }
        }
        return problems;
    }

    default List<Incompatibility> refusals(Map<SettingGroup, SettingNames> known, VendorSettings settings) {
        return problems(known, settings).stream()
                .map(SettingProblem::incompatibility)
                .toList();
    }

    private @Nullable SettingProblem problem(
            Map<SettingGroup, SettingNames> known,
            SettingGroup group,
            SettingNames names,
            String name,
            Map<String, String> groupSettings,
            Map<String, String> topicSettings) {
        KeyPath key = group.path(system()).to(name);
        Deletion deletion = Deletion.find(deletions(), group, name);
        SettingObjection objection = againstName(group, name);
        if (objection == null && deletion != null && deletion.isOfName()) {
            objection = deletion.objection(name, groupSettings, topicSettings);
        }
        if (objection == null && !names.takes(name)) {
            String kind = "not a " + group + " setting known to " + names.knownTo();
            objection = SettingObjection.unknown(kind, advice(known, names, name));
        }
        if (objection != null) {
            return new SettingProblem(key, Part.NAME, objection);
        }
        objection = deletion == null ? null : deletion.objection(name, groupSettings, topicSettings);
        if (objection == null) {
            objection = againstValue(group, name, groupSettings);
        }
        return objection == null ? null : new SettingProblem(key, Part.VALUE, objection);
    }

    private String advice(Map<SettingGroup, SettingNames> known, SettingNames names, String name) {
        List<String> homes = new ArrayList<>();
        for (SettingGroup other : SettingGroup.values()) {
            SettingNames theirs = known.get(other);
            if (theirs != null && theirs.lists(name)) {
                homes.add(other.path(system()).toString());
            }
        }
        if (!homes.isEmpty()) {
            return "it belongs under " + String.join(" or ", homes);
        }
        List<String> near = names.nearest(name);
        return near.isEmpty()
                ? "see the vendor's documentation for the names"
                : "did you mean " + String.join(" or ", near) + "?";
    }
}
