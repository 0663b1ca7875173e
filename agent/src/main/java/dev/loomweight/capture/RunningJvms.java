package dev.loomweight.capture;

import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import java.util.List;
import java.util.stream.Collectors;

/** The JVMs of this user on this machine, by the words that people have for them. */
public final class RunningJvms {

    private static final int MOST_NAMED = 5;

    private RunningJvms() {}

    /**
     * The process that a word names.
     *
     * @param word the number of a process, or a main class with or without its package, or the name of a jar
     * @throws DataException if no JVM or several have that name, or if this Java runtime has no attach module; not if
     *     there is no process of that number
     */
    public static long find(String word) {
        if (word.matches("\\d{1,9}")) {
            return Long.parseLong(word);
        }
        List<VirtualMachineDescriptor> named =
                list().stream().filter(jvm -> isNamed(jvm.displayName(), word)).toList();
        if (named.isEmpty()) {
            throw new DataException("no JVM of this user runs " + word
                    + "; jcmd without arguments lists the JVMs, and a process can be named by its number");
        }
        if (named.size() > 1) {
            throw new DataException(named.size() + " JVMs run " + word + "; name the process by its number: "
                    + named.stream()
                            .limit(MOST_NAMED)
                            .map(VirtualMachineDescriptor::id)
                            .collect(Collectors.joining(", ")));
        }
        return Long.parseLong(named.getFirst().id());
    }

    private static List<VirtualMachineDescriptor> list() {
        try {
            String self = Long.toString(ProcessHandle.current().pid());
            return VirtualMachine.list().stream()
                    .filter(jvm -> !jvm.id().equals(self))
                    .toList();
        } catch (NoClassDefFoundError e) {
            throw new DataException(
                    "this Java runtime cannot attach to other JVMs; run loomweight on a JDK with the module jdk.attach",
                    e);
        }
    }

    /**
     * Whether a JVM is what people mean.
     *
     * @param command its main class or jar, with its arguments, as the JVM tells
     */
    static boolean isNamed(String command, String word) {
        String main = command.strip().split("\\s", 2)[0];
        String file = main.substring(Math.max(main.lastIndexOf('/'), main.lastIndexOf('\\')) + 1);
        String afterDot = main.substring(Math.max(main.lastIndexOf('.'), main.lastIndexOf('/')) + 1);
        return !main.isEmpty()
                && (main.equals(word)
                        || file.equals(word)
                        || (file.endsWith(".jar") ? file.equals(word + ".jar") : afterDot.equals(word)));
    }
}
