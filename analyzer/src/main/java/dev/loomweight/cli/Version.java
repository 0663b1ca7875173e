package dev.loomweight.cli;

import picocli.CommandLine.IVersionProvider;

/** The version, as the jar's manifest has it. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        return new String[] {"loomweight " + number() + " on Java " + System.getProperty("java.version")};
    }

    /** The version alone. */
    static String number() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "(not from a jar)" : version;
    }
}
