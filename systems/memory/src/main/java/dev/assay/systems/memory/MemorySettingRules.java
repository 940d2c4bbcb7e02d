package dev.assay.systems.memory;

import dev.assay.model.setting.SettingGroup;
import dev.assay.model.setting.SettingNames;
import dev.assay.model.setting.SettingObjection;
import dev.assay.model.setting.SettingRules;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The in-memory system takes no setting of any group. */
final class MemorySettingRules implements SettingRules {
    /** The names that it knows. */
    static final Map<SettingGroup, SettingNames> NOTHING = Arrays.stream(SettingGroup.values())
            .collect(Collectors.toUnmodifiableMap(
                    Function.identity(), group -> SettingNames.of("the in-memory system knows", Set.of())));

    @Override
    public String system() {
        return "memory";
    }

    @Override
    public Optional<SettingObjection> againstName(SettingGroup group, String name) {
        return Optional.of(SettingObjection.never(
                "the in-memory system has no settings of a vendor",
                "remove it; what it can do differently are its keys under systems.memory"));
    }

    @Override
    public Optional<SettingObjection> againstValue(SettingGroup group, String name, Map<String, String> settings) {
        return Optional.empty();
    }
}
