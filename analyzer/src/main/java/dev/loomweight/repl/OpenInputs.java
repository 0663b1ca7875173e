package dev.loomweight.repl;

import dev.loomweight.capture.DataException;
import dev.loomweight.query.Names;
import dev.loomweight.query.OpenInput;
import dev.loomweight.query.Relation;
import dev.loomweight.query.Relations;
import dev.loomweight.render.SafeText;
import dev.loomweight.report.Cell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The inputs that are open, each by a name, one of them in use. */
final class OpenInputs implements AutoCloseable {

    private static final String STANDARD_INPUT = "-";

    private final Map<String, OpenInput> inputs = new LinkedHashMap<>();
    private long maxUnpackedBytes;
    private @Nullable String used;
    private boolean secretsShown;

    /** Sets what compressed inputs may hold, in bytes, or 0 for the usual limit. */
    void setMaxUnpacked(long bytes) {
        maxUnpackedBytes = bytes;
    }

    /** Opens one and uses it. */
    String open(Path path, @Nullable String as) {
        if (path.equals(Path.of(STANDARD_INPUT))) {
            throw new DataException(
                    "standard input can be read once only, and an open input is read again and again; copy it to a file");
        }
        if (path.toString().matches("\\d{1,9}") && !Files.exists(path)) {
            throw new DataException("the prompt reads files, and " + path + " is a process; use loomweight record "
                    + path + ", and open its capture");
        }
        OpenInput opened = OpenInput.of(path, maxUnpackedBytes);
        opened.showSecrets(secretsShown);
        String name = as == null ? free(path) : as;
        OpenInput before = inputs.put(name, opened);
        if (before != null) {
            before.close();
        }
        used = name;
        return name;
    }

    private String free(Path path) {
        String file = String.valueOf(path.getFileName());
        int dot = file.lastIndexOf('.');
        String name = dot > 0 ? file.substring(0, dot) : file;
        String free = SafeText.of(name);
        for (int i = 2; inputs.containsKey(free); i++) {
            free = SafeText.of(name) + i;
        }
        return free;
    }

    /** The names, in the order of opening. */
    List<String> names() {
        return new ArrayList<>(inputs.keySet());
    }

    /** The one in use, or null. */
    @Nullable
    OpenInput usedOrNone() {
        return used == null ? null : inputs.get(used);
    }

    /** The name of the one in use, or null. */
    @Nullable
    String usedName() {
        return used;
    }

    /** @throws DataException if nothing is open */
    OpenInput used() {
        OpenInput input = usedOrNone();
        if (input == null) {
            throw new DataException("nothing is open; type \"open PATH\"");
        }
        return input;
    }

    /** @throws DataException if there is none of that name */
    OpenInput get(String name) {
        OpenInput input = inputs.get(name);
        if (input == null) {
            throw new DataException("no input named " + name
                    + (inputs.isEmpty() ? "; nothing is open" : Names.suggestion(name, names())));
        }
        return input;
    }

    void use(String name) {
        get(name);
        used = name;
    }

    void close(String name) {
        get(name).close();
        inputs.remove(name);
        if (name.equals(used)) {
            used = inputs.isEmpty() ? null : names().getLast();
        }
    }

    /** Whether values that can be secrets are shown, of inputs that are open and of those to come. */
    void showSecrets(boolean shown) {
        secretsShown = shown;
        inputs.values().forEach(input -> input.showSecrets(shown));
    }

    void forget() {
        inputs.values().forEach(OpenInput::forget);
    }

    /** One row each. */
    Relation table() {
        List<List<Cell>> rows = new ArrayList<>();
        inputs.forEach((name, input) -> rows.add(List.of(
                Cell.text(name.equals(used) ? "*" : ""),
                Cell.text(name),
                Cell.text(input.contents()),
                input.size(),
                Cell.text(input.path().toString()))));
        return Relations.of("inputs", List.of("used", "name", "contains", "size", "path"), rows);
    }

    @Override
    public void close() {
        inputs.values().forEach(OpenInput::close);
    }
}
