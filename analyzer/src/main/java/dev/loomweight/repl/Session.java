package dev.loomweight.repl;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.command.ClassOptions;
import dev.loomweight.command.Explorer.Asker;
import dev.loomweight.command.Question;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.query.OpenInput;
import dev.loomweight.query.Relation;
import dev.loomweight.query.RowProgress;
import dev.loomweight.query.Sql;
import dev.loomweight.repl.ReplSettings.Setting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The state between lines: inputs, settings, history, cached reports. */
final class Session implements AutoCloseable {

    /** The maximum size of an input that completion may read. */
    private static final long SOON_BYTES = 64L << 20;

    private static final String SHOW_SECRETS = "--show-secrets";
    private static final String NO_CLASSPATH = "--no-classpath";

    private final Asker asker;
    private final OpenInputs inputs = new OpenInputs();
    private final ReplSettings settings = new ReplSettings();
    private final RowProgress meter = new RowProgress();
    private final Sql sql = new Sql();
    private final Map<List<Object>, Question.Answer> answers = new HashMap<>();
    private final List<String> history = new ArrayList<>();
    // One for each input: its tables read class files later too.
    private final IdentityHashMap<OpenInput, ClassPath> classes = new IdentityHashMap<>();
    private @Nullable Path once;
    private boolean ended;
    private final Object screenLock = new Object();
    private volatile boolean showing;
    private volatile boolean hasShown;

    Session(Asker asker) {
        this.asker = asker;
    }

    Asker asker() {
        return asker;
    }

    OpenInputs inputs() {
        return inputs;
    }

    ReplSettings settings() {
        return settings;
    }

    RowProgress meter() {
        return meter;
    }

    Sql sql() {
        return sql;
    }

    /** The lines that were run, oldest first. */
    List<String> history() {
        return history;
    }

    /** The file for the next result instead of the screen; cleared by this call. */
    @Nullable
    Path takeOnce() {
        Path taken = once;
        once = null;
        return taken;
    }

    void once(Path file) {
        once = file;
    }

    /** Whether the session ends after this line. */
    boolean ended() {
        return ended;
    }

    void end() {
        ended = true;
    }

    /** The lock for writing to the terminal. */
    Object screenLock() {
        return screenLock;
    }

    /** Whether a result is being written: progress must wait. */
    boolean isShowing() {
        return showing;
    }

    /** Whether this line has written a result. */
    boolean hasShown() {
        return hasShown;
    }

    void showing(boolean now) {
        showing = now;
        hasShown = true;
    }

    /** Begins a new line. */
    void begin() {
        hasShown = false;
        meter.reset();
    }

    /** The report of a question, cached by its options. */
    Question.Answer ask(Question question, List<String> options) {
        List<String> all = withSettings(question, options);
        List<Object> key = List.of(question.word(), all, inputs.used().path());
        Question.Answer known = answers.get(key);
        if (known == null) {
            known = asker.ask(question, all, List.of(inputs.used().path()), meter::add);
            answers.put(key, known);
        }
        return known;
    }

    /**
     * The report of a question if it is cached or fast to make; else null.
     *
     * @throws dev.loomweight.capture.DataException if nothing can be read
     */
    Question.@Nullable Answer askSoon(Question question) {
        OpenInput input = inputs.usedOrNone();
        if (input == null) {
            return null;
        }
        List<Object> key = List.of(question.word(), withSettings(question, List.of()), input.path());
        return input.bytes() <= SOON_BYTES ? ask(question, List.of()) : answers.get(key);
    }

    /** The options, and those from {@code set}. */
    List<String> withSettings(Question question, List<String> options) {
        List<String> all = new ArrayList<>(options);
        for (Setting setting : List.of(Setting.CLASSPATH, Setting.JDK, Setting.OWN)) {
            String option = "--" + setting.word();
            boolean said = options.stream().anyMatch(word -> word.equals(option) || word.startsWith(option + "="));
            if (question.options().containsAll(ClassOptions.OF_PINS)
                    && !said
                    && !settings.get(setting).isEmpty()) {
                boolean none = setting == Setting.CLASSPATH && !ofInputs();
                all.add(none ? NO_CLASSPATH : option + "=" + settings.get(setting));
            }
        }
        if (showsSecrets() && !all.contains(SHOW_SECRETS)) {
            all.add(SHOW_SECRETS);
        }
        return all;
    }

    /** The class files, the JDK and the packages from {@code set}, for what is no question of one input. */
    Options classOptions() {
        Options all = Options.NONE.with(ClassOptions.NO_CLASSPATH, !ofInputs());
        String path = settings.get(Setting.CLASSPATH);
        String jdk = settings.get(Setting.JDK);
        all = ofInputs() && !path.isEmpty() ? all.with(ClassOptions.CLASSPATH, List.of(path)) : all;
        all = jdk.isEmpty() ? all : all.with(ClassOptions.JDK, Path.of(jdk));
        return own().isEmpty() ? all : all.with(ClassOptions.OWN, own());
    }

    private boolean showsSecrets() {
        return settings.get(Setting.SECRETS).equals(Setting.SHOWN);
    }

    /** Whether class files and JDK that captures name are used where the user names none. */
    boolean ofInputs() {
        return !settings.get(Setting.CLASSPATH).equals(Setting.NONE);
    }

    /** Events of the input in use. */
    Relation events(String type, @Nullable Set<String> fields) {
        OpenInput used = inputs.used();
        ClassPath path = classes.computeIfAbsent(used, this::classPath);
        return used.events(type, fields, path, own(), meter, settings.number(Setting.LIMIT, Long.MAX_VALUE));
    }

    private ClassPath classPath(OpenInput input) {
        String jdk = settings.get(Setting.JDK);
        List<String> named = ofInputs() ? ClassPath.split(settings.get(Setting.CLASSPATH)) : List.of();
        return input.classPath(named, jdk.isEmpty() ? null : Path.of(jdk), ofInputs());
    }

    private List<String> own() {
        return Arrays.stream(settings.get(Setting.OWN).split(","))
                .filter(prefix -> !prefix.isBlank())
                .toList();
    }

    /** The source folders. */
    List<Path> sources() {
        return Arrays.stream(settings.get(Setting.SOURCE).split(":"))
                .filter(folder -> !folder.isBlank())
                .map(Path::of)
                .toList();
    }

    /** Applies a setting; drops what was computed with other class files. */
    void settingsChanged(Setting setting) {
        if (setting == Setting.CLASSPATH || setting == Setting.JDK || setting == Setting.OWN) {
            closeClasses();
            inputs.forget();
            sql.forget();
        } else if (setting == Setting.SECRETS) {
            inputs.showSecrets(showsSecrets());
            sql.forget();
        }
    }

    /** Drops the tables of the former input. */
    void inputsChanged() {
        sql.forget();
    }

    private void closeClasses() {
        for (ClassPath path : classes.values()) {
            try {
                path.close();
            } catch (java.io.IOException e) {
                // Read-only: nothing is lost.
            }
        }
        classes.clear();
    }

    @Override
    public void close() {
        closeClasses();
        inputs.close();
        sql.close();
    }
}
