package dev.loomweight.capture;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.ReflectionException;

/**
 * The JVM that this code runs in, asked by its DiagnosticCommand MBean.
 *
 * <p>The first use starts the platform's MBean server, and that the log manager: an application that names its own log
 * manager in its main method must have come that far.
 */
public final class OwnJvm implements DiagnosticCommands {

    private static final String[] SIGNATURE = {String[].class.getName()};

    private final MBeanServer server;
    private final ObjectName name;

    private OwnJvm(MBeanServer server, ObjectName name) {
        this.server = server;
        this.name = name;
    }

    /**
     * Makes it ready.
     *
     * @throws DataException if this JVM has no such MBean
     */
    public static OwnJvm open() {
        try {
            MBeanServer server = ManagementFactory.getPlatformMBeanServer();
            ObjectName name = new ObjectName("com.sun.management:type=DiagnosticCommand");
            server.getMBeanInfo(name);
            return new OwnJvm(server, name);
        } catch (JMException e) {
            throw new DataException(
                    "this JVM cannot be asked for its own figures (" + e + "); it lacks the module jdk.management", e);
        }
    }

    @Override
    public String run(String line) {
        List<String> words = Arrays.asList(line.split(" ", -1));
        try {
            Object answer = server.invoke(
                    name,
                    operation(words.get(0)),
                    new Object[] {words.subList(1, words.size()).toArray(String[]::new)},
                    SIGNATURE);
            return String.valueOf(answer);
        } catch (InstanceNotFoundException | ReflectionException e) {
            throw new DataException("this JDK has no " + words.get(0), e);
        } catch (JMException e) {
            throw new DataException("\"" + line + "\" failed: " + e.getMessage(), e);
        }
    }

    @Override
    public void run(String line, Path file) {
        String answer = run(line);
        try {
            Files.writeString(file, answer);
        } catch (IOException e) {
            throw CaptureFolder.cannotWrite(file, e);
        }
    }

    @Override
    public long pid() {
        return ProcessHandle.current().pid();
    }

    /**
     * The MBean's operation for a command, as {@code com.sun.management.DiagnosticCommandMBean} defines it: the first
     * word in lower case, and each further one with a capital: {@code GC.class_histogram} is {@code gcClassHistogram}.
     */
    static String operation(String command) {
        int dot = command.indexOf('.');
        StringBuilder name = new StringBuilder(command.substring(0, dot).toLowerCase(Locale.ROOT));
        for (String word : command.substring(dot + 1).split("[._]", -1)) {
            name.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
        }
        return name.toString();
    }
}
