package dev.loomweight.cli;

import dev.loomweight.capture.DataException;
import dev.loomweight.command.FleetRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlTable;

/**
 * The table {@code fleet} of {@code loomweight.toml}: budgets for all services in {@code [fleet.budget]}, those of one in
 * {@code [fleet.service.NAME]}.
 *
 * @param budgets in the order of their names
 * @param minKnownShare the share of recordings that must have what a budget needs, from 0 to 1
 */
record FleetFile(List<FleetRequest.Rule> budgets, double minKnownShare) {

    /** An empty file. */
    static final FleetFile NONE = new FleetFile(List.of(), FleetRequest.MIN_KNOWN_SHARE);

    private static final String MIN_KNOWN_SHARE = "min-known-share";

    /**
     * Reads the table of a file; there may be none.
     *
     * @throws IllegalArgumentException if it is not valid; the message has the file
     * @throws DataException if the file cannot be read
     */
    static FleetFile read(Path file) {
        TomlParseResult toml;
        try {
            toml = TomlReader.parse(file);
        } catch (TomlReader.TooDeepException e) {
            throw new IllegalArgumentException(file + ":" + e.line() + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new DataException("cannot read " + file + ": " + e.getMessage(), e);
        }
        if (toml.hasErrors()) {
            TomlParseError error = toml.errors().getFirst();
            throw new IllegalArgumentException(file + ":" + error.position().line() + ": " + error.getMessage());
        }
        try {
            return toml.get(List.of("fleet")) instanceof TomlTable fleet ? of(fleet) : NONE;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": [fleet]: " + e.getMessage(), e);
        }
    }

    private static FleetFile of(TomlTable fleet) {
        List<FleetRequest.Rule> budgets = new ArrayList<>();
        double share = FleetRequest.MIN_KNOWN_SHARE;
        for (String key : fleet.keySet()) {
            Object value = fleet.get(List.of(key));
            if (key.equals("budget") && value instanceof TomlTable table) {
                budgets.addAll(rules("*", table));
            } else if (key.equals("service") && value instanceof TomlTable services) {
                for (String service : services.keySet()) {
                    if (!(services.get(List.of(service)) instanceof TomlTable table)) {
                        throw new IllegalArgumentException("service." + service + " must be a table of budgets");
                    }
                    budgets.addAll(rules(service, table));
                }
            } else if (key.equals(MIN_KNOWN_SHARE) && value instanceof String text) {
                share = BudgetParser.share(text);
            } else {
                throw new IllegalArgumentException("unknown key \"" + key
                        + "\"; the keys are the tables budget and service, and min-known-share = \"90%\"");
            }
        }
        return new FleetFile(List.copyOf(budgets), share);
    }

    private static List<FleetRequest.Rule> rules(String service, TomlTable table) {
        List<FleetRequest.Rule> rules = new ArrayList<>();
        for (String name : table.keySet().stream().sorted().toList()) {
            @Nullable Object amount = table.get(List.of(name));
            if (!(amount instanceof Long) && !(amount instanceof String)) {
                throw new IllegalArgumentException(
                        name + " must be a number, or an amount in quotes such as \"64m\" or \"90%\"");
            }
            rules.add(FleetBudgets.rule(service, name, amount.toString()));
        }
        return rules;
    }
}
