package dev.loomweight.cli;

import dev.loomweight.capture.DataException;
import dev.loomweight.command.FleetOptions;
import dev.loomweight.fleet.FleetLimit;
import dev.loomweight.fleet.budget.BudgetParser;
import dev.loomweight.kernel.option.Misuse;
import dev.loomweight.kernel.option.Options;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tomlj.TomlTable;

/**
 * The table {@code fleet} of {@code loomweight.toml}: budgets for all services in {@code [fleet.budget]}, those of one in
 * {@code [fleet.service.NAME]}.
 */
final class FleetFile {

    private static final String MIN_KNOWN_SHARE = "min-known-share";

    private FleetFile() {}

    /**
     * What the table of a file says, as the options of the same names do; there may be none.
     *
     * @throws Misuse if it is not valid; the message has the file
     * @throws DataException if the file cannot be read
     */
    static Options read(Path file) {
        TomlTable toml = TomlReader.parse(file);
        try {
            return toml.get(List.of("fleet")) instanceof TomlTable fleet ? of(fleet) : Options.NONE;
        } catch (IllegalArgumentException e) {
            throw new Misuse(file + ": [fleet]: " + e.getMessage(), e);
        }
    }

    private static Options of(TomlTable fleet) {
        List<FleetLimit> budgets = new ArrayList<>();
        Options options = Options.NONE;
        for (String key : fleet.keySet()) {
            Object value = fleet.get(List.of(key));
            if (key.equals("budget") && value instanceof TomlTable table) {
                budgets.addAll(limits(FleetLimit.ALL, table));
            } else if (key.equals("service") && value instanceof TomlTable services) {
                for (String service : services.keySet()) {
                    if (!(services.get(List.of(service)) instanceof TomlTable table)) {
                        throw new IllegalArgumentException("service." + service + " must be a table of budgets");
                    }
                    budgets.addAll(limits(service, table));
                }
            } else if (key.equals(MIN_KNOWN_SHARE) && value instanceof String text) {
                BudgetParser.share(text);
                options = options.with(FleetOptions.MIN_KNOWN_SHARE, text);
            } else {
                throw new IllegalArgumentException("unknown key \"" + key
                        + "\"; the keys are the tables budget and service, and min-known-share = \"90%\"");
            }
        }
        return options.with(FleetOptions.LIMITS, List.copyOf(budgets));
    }

    private static List<FleetLimit> limits(String service, TomlTable table) {
        List<FleetLimit> limits = new ArrayList<>();
        for (String name : table.keySet().stream().sorted().toList()) {
            @Nullable Object amount = table.get(List.of(name));
            if (!(amount instanceof Long) && !(amount instanceof String)) {
                throw new IllegalArgumentException(
                        name + " must be a number, or an amount in quotes such as \"64m\" or \"90%\"");
            }
            limits.add(FleetOptions.limit(service, name, amount.toString()));
        }
        return limits;
    }
}
