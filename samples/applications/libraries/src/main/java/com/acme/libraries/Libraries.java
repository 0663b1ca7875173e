package com.acme.libraries;

import groovy.lang.GroovyShell;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Scanner;
import org.sqlite.Function;

/**
 * One library in a virtual thread: {@code sqlite} calls back from native code, {@code groovy} makes its classes at run time.
 * Each line of its input is one round.
 */
public final class Libraries {

    private static final int MILLIS = 40;

    private Libraries() {}

    /** Runs a library: {@code args[0]}. */
    public static void main(String[] args) throws Exception {
        Runnable round = args[0].equals("sqlite") ? Libraries::query : Libraries::script;
        System.out.println("ready 1");
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            in.nextLine();
            Thread.startVirtualThread(round).join();
            System.out.println("found it");
        }
    }

    private static void query() {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                Statement statement = connection.createStatement()) {
            Function.create(connection, "slow", new Slow());
            try (ResultSet rows = statement.executeQuery("select slow()")) {
                rows.next();
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What the database calls back. */
    private static final class Slow extends Function {
        @Override
        protected void xFunc() throws SQLException {
            try {
                Thread.sleep(MILLIS);
            } catch (InterruptedException e) {
                throw new SQLException(e);
            }
            result(1);
        }
    }

    private static void script() {
        new GroovyShell().evaluate("synchronized (this) { Thread.sleep(" + MILLIS + ") }", "Prices.groovy");
    }
}
