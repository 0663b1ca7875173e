package dev.loomweight.completion;

import java.util.Locale;
import java.util.function.Function;

/** The shells that complete command lines of Loomweight. */
public enum Shell {
    /** bash 3.2 and newer. */
    BASH("loomweight.bash", BashCompletion::script),

    /** zsh 5 and newer. */
    ZSH("_loomweight", ZshCompletion::script),

    /** fish 3 and newer. */
    FISH("loomweight.fish", FishCompletion::script);

    private final String file;
    // Methods, which keep nothing.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Function<CommandNode, String> script;

    Shell(String file, Function<CommandNode, String> script) {
        this.file = file;
        this.script = script;
    }

    /** The name of the file that the shell finds in its folder of completions. */
    public String file() {
        return file;
    }

    /**
     * The script that completes a command and all below it.
     *
     * @param root the command {@code loomweight}
     */
    public String script(CommandNode root) {
        return script.apply(root);
    }

    /** Its name, in lower case. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
